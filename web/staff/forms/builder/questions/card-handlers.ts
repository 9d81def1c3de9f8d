import type { PointerEvent } from 'react'

/** The controls of a card. The control that moved the card keeps the focus. */
export type CardControl = 'open' | 'up' | 'down' | 'handle'
export const cardControlId = (questionId: string, control: CardControl) => `${control}-${questionId}`

/** Where a question can move to. */
export type Goal = 'up' | 'down' | 'first' | 'last'

/** The actions of a card, by the id of its question. */
export type CardHandlers = {
  onOpen: (id: string) => void
  onMove: (id: string, goal: Goal, control: CardControl) => void
  onDuplicate: (id: string) => void
  onDelete: (id: string) => void
  onFold: (id: string) => void
  onDrag: (event: PointerEvent, id: string) => void
}
