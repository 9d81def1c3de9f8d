import { useEffect, useRef, useState, type ReactElement, type ReactNode } from 'react'
import { Focusable, Tooltip as AriaTooltip, TooltipTrigger } from 'react-aria-components/Tooltip'

type TooltipProps = { text: ReactNode; children: ReactElement<Record<string, unknown>, string>; theme?: 'light' | 'dark' }

/** The child must be one plain element that can get the focus. An empty text shows no tooltip. */
export function Tooltip(props: TooltipProps) {
  const { text, children } = props
  return text === undefined || text === null || text === '' || text === false ? children : <ShownTooltip {...props} />
}

function ShownTooltip({ text, children, theme = 'light' }: TooltipProps) {
  const trigger = useRef<HTMLElement>(null)
  const [isOpen, setOpen] = useState(false)
  const frame = useRef(0)
  useEffect(() => () => cancelAnimationFrame(frame.current), [])

  // Scrolling closes a tooltip, also the scrolling that brings a focused element into view. So the tooltip opens one frame later.
  function change(isWanted: boolean) {
    cancelAnimationFrame(frame.current)
    if (!isWanted) return setOpen(false)
    frame.current = requestAnimationFrame(() => setOpen(trigger.current?.matches(':focus, :hover') ?? false))
  }

  return (
    <TooltipTrigger delay={400} isOpen={isOpen} onOpenChange={change}>
      <Focusable ref={trigger}>{children}</Focusable>
      <AriaTooltip className={`tooltip tooltip--${theme}`} offset={8}>
        {text}
      </AriaTooltip>
    </TooltipTrigger>
  )
}
