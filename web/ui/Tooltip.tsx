import type { ReactElement, ReactNode } from 'react'
import { Focusable, Tooltip as AriaTooltip, TooltipTrigger } from 'react-aria-components/Tooltip'

type TooltipProps = { text: ReactNode; children: ReactElement<Record<string, unknown>, string>; theme?: 'light' | 'dark' }

/** The child must be one plain element that can take the focus. Empty text shows no tooltip. */
export function Tooltip({ text, children, theme = 'light' }: TooltipProps) {
  if (text === undefined || text === null || text === '' || text === false) return children
  return (
    <TooltipTrigger delay={400}>
      <Focusable>{children}</Focusable>
      <AriaTooltip className={`tooltip tooltip--${theme}`} offset={8}>
        {text}
      </AriaTooltip>
    </TooltipTrigger>
  )
}
