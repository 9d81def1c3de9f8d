import type { MouseEvent } from 'react'

/**
 * For a button's onMouseDown: the field being written in keeps the focus while it is pressed. Left by the press, the field would show its error,
 * the button would move away from under the pointer, and the press would be lost.
 */
export const keepFocus = (event: MouseEvent) => event.preventDefault()
