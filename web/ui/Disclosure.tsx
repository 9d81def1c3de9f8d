import { useEffect, useState } from 'react'
import type { ReactNode } from 'react'

import { Icon } from './Icon.tsx'

type DisclosureProps = {
  label: ReactNode
  children: (close: () => void) => ReactNode
  className?: string
  align?: 'start' | 'end'
}

/**
 * Moves a popup left when it would pass the right edge of the window. The position is checked before every frame, because the content, the width
 * of the window and the place of the button can change.
 */
function keepInside(sheet: HTMLDivElement | null) {
  if (!sheet) return
  let shift = 0
  let frame = 0
  const move = () => {
    const right = sheet.getBoundingClientRect().right + shift
    const needed = Math.max(0, right - (document.documentElement.clientWidth - marginPx))
    if (needed !== shift) sheet.style.translate = needed > 0 ? `${-needed}px` : ''
    shift = needed
    frame = requestAnimationFrame(move)
  }
  move()
  return () => cancelAnimationFrame(frame)
}

const marginPx = 8

/**
 * A button that opens a popup below it. Escape, a press elsewhere or moving the focus away closes the popup. As with a menu, the press elsewhere
 * does nothing else, because a half-covered button is too small a target (WCAG 2.2, 2.5.8).
 */
export function Disclosure({ label, children, className = 'button button--secondary', align = 'start' }: DisclosureProps) {
  const [isOpen, setOpen] = useState(false)
  const [box, setBox] = useState<HTMLDivElement | null>(null)
  useEffect(() => {
    if (!isOpen) return
    const pressElsewhere = (event: PointerEvent) => {
      const pressed = event.target as Element // pointer events in a document come from elements
      if (!box?.contains(pressed) || pressed.matches('.disclosure__cover')) setOpen(false)
    }
    document.addEventListener('pointerdown', pressElsewhere)
    return () => document.removeEventListener('pointerdown', pressElsewhere)
  }, [isOpen, box])
  const close = () => {
    setOpen(false)
    box?.querySelector('button')?.focus()
  }
  return (
    <div
      ref={setBox}
      className="disclosure"
      role="presentation"
      onKeyDown={(event) => {
        if (event.key === 'Escape' && isOpen) close()
      }}
      onBlur={(event) => {
        if (event.relatedTarget && !event.currentTarget.contains(event.relatedTarget)) setOpen(false)
      }}
    >
      <button type="button" className={className} aria-expanded={isOpen} onClick={() => setOpen(!isOpen)}>
        {label}
        <Icon name="chevronDown" />
      </button>
      {isOpen && (
        <>
          <div className="disclosure__cover" />
          <div ref={keepInside} className={`disclosure__sheet disclosure__sheet--${align}`}>
            {children(close)}
          </div>
        </>
      )}
    </div>
  )
}
