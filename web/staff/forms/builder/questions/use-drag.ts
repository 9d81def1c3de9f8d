import { useEffect, useRef, type PointerEvent as ReactPointerEvent } from 'react'

import { useStable } from '#web/ui/use-stable.ts'

type Drop = {
  /** The dragged card goes before `before`, or to the end if `before` is undefined. */
  onDrop: (id: string, before: string | undefined) => void
  onStart: (id: string) => void
  onCancel: (id: string) => void
}

/** A pointer that moves less than this many pixels does not start a drag. */
const dragThreshold = 5
/** The page scrolls while the pointer is within this many pixels of the top or bottom of the window. */
const edge = 90

const cardsOf = (list: HTMLElement) => [...list.querySelectorAll<HTMLElement>('[data-question]')]
/** Where a card is that the browser does not draw, far from the window, is not known. */
const isDrawn = (card: HTMLElement) => card.checkVisibility({ contentVisibilityAuto: true })

/**
 * Drags the cards of a list by their handles with mouse, pen or touch. Native drag and drop does not support touch and does not scroll
 * the page. React renders nothing during a drag, so a list of hundreds of cards stays fast.
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
      if (drawn || Math.abs(y - from) < dragThreshold) return
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

/** Shows a line at the new position, and the name of the card beside the pointer. */
function drawDrag(list: HTMLElement, card: HTMLElement) {
  const line = document.createElement('div')
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
      const drawn = cards.filter(isDrawn)
      const last = drawn.at(-1)
      const under = drawn.find((one) => {
        const { top, height } = one.getBoundingClientRect()
        return y < top + Math.min(height, 64) / 2
      })
      const top = list.getBoundingClientRect().top
      // Below the last card that is drawn, the next one follows, which is not drawn.
      next = under ?? (last && cards[cards.indexOf(last) + 1])
      const place = under ? under.getBoundingClientRect().top : (last?.getBoundingClientRect().bottom ?? top)
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
