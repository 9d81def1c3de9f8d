import { useEffect, useRef, type PointerEvent as ReactPointerEvent } from 'react'

import { useStable } from '#web/ui/use-stable.ts'

type Drop = {
  /** The card that was dragged goes before this one, or last where there is none. */
  onDrop: (id: string, before: string | undefined) => void
  onStart: (id: string) => void
  onCancel: (id: string) => void
}

/** A press that moves less than this is a press. */
const slack = 5
/** So near to the upper or lower edge of the window the page moves along. */
const edge = 90

const cardsOf = (list: HTMLElement) => [...list.querySelectorAll<HTMLElement>('[data-question]')]

/**
 * Drags cards of a list by their handles with mouse, pen or finger. The browser's own drag and drop knows no fingers and takes the page
 * no further than its edge; and while a card moves nothing is drawn by React, so that hundreds of cards follow the hand.
 */
export function useDrag(list: React.RefObject<HTMLElement | null>, { onDrop, onStart, onCancel }: Drop) {
  const end = useRef<() => void>(undefined)
  useEffect(() => () => end.current?.(), [])
  return useStable((pressed: ReactPointerEvent, id: string) => {
    const handle = pressed.currentTarget
    const box = list.current
    if (pressed.button !== 0 || !box || end.current || !(handle instanceof HTMLElement)) return
    const card = handle.closest<HTMLElement>('[data-question]')
    if (!card) return
    const from = pressed.clientY
    let y = from
    let drawn: ReturnType<typeof drawDrag> | undefined
    let frame = 0

    const follow = () => {
      const speed = y < edge ? y - edge : Math.max(0, y - (window.innerHeight - edge))
      if (speed !== 0) window.scrollBy(0, speed / 4)
      drawn?.at(y)
      frame = requestAnimationFrame(follow)
    }
    const move = (event: PointerEvent) => {
      y = event.clientY
      if (drawn || Math.abs(y - from) < slack) return
      drawn = drawDrag(box, card)
      onStart(id)
      follow()
    }
    const finish = (isDropped: boolean) => () => {
      const before = drawn?.before()
      const wasDrawn = drawn !== undefined
      end.current?.()
      if (wasDrawn && isDropped) onDrop(id, before)
      else if (wasDrawn) onCancel(id)
    }
    const [drop, cancel] = [finish(true), finish(false)]
    const press = (event: KeyboardEvent) => {
      if (event.key !== 'Escape') return
      event.preventDefault()
      event.stopPropagation()
      cancel()
    }
    handle.setPointerCapture(pressed.pointerId)
    handle.addEventListener('pointermove', move)
    handle.addEventListener('pointerup', drop)
    handle.addEventListener('pointercancel', cancel)
    window.addEventListener('keydown', press, true)
    end.current = () => {
      end.current = undefined
      cancelAnimationFrame(frame)
      drawn?.remove()
      handle.removeEventListener('pointermove', move)
      handle.removeEventListener('pointerup', drop)
      handle.removeEventListener('pointercancel', cancel)
      window.removeEventListener('keydown', press, true)
    }
  })
}

/** A line where the card would land, and its name beside the hand. */
function drawDrag(list: HTMLElement, card: HTMLElement) {
  const line = document.createElement('li')
  line.className = 'question-list__drop'
  line.setAttribute('aria-hidden', 'true')
  const name = document.createElement('div')
  name.className = 'question-list__dragged'
  name.textContent = card.querySelector('.question-card__title')?.textContent ?? ''
  name.setAttribute('aria-hidden', 'true')
  list.append(line)
  document.body.append(name)
  card.classList.add('question-card--dragged')
  let next: HTMLElement | undefined
  return {
    at(y: number) {
      const cards = cardsOf(list)
      next = cards.find((one) => {
        const { top, height } = one.getBoundingClientRect()
        return y < top + Math.min(height, 64) / 2
      })
      const top = list.getBoundingClientRect().top
      const last = cards.at(-1)
      const place = next ? next.getBoundingClientRect().top : (last?.getBoundingClientRect().bottom ?? top)
      line.style.transform = `translateY(${place - top}px)`
      name.style.transform = `translateY(${y}px)`
      name.style.insetInlineStart = `${card.getBoundingClientRect().left + 40}px`
    },
    before: () => next?.dataset['question'],
    remove() {
      line.remove()
      name.remove()
      card.classList.remove('question-card--dragged')
    },
  }
}
