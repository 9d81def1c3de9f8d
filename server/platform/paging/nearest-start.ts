import type { Cursor, Place } from './cursor.ts'

/** The row where reading starts, the direction, and how many rows to skip. */
export type Start = {
  from: 'start' | 'end' | Place
  isIncluded?: boolean
  direction: 'forwards' | 'backwards'
  skip: number
  take: number
}

/** Within this distance of the cursor, no other start can be much nearer. */
const maxPagesFromCursor = 10

/**
 * The nearest known row: the start or the end of the list, or the first or last row of the page in the cursor. `total` is called only when
 * the cursor is far away.
 */
export async function findNearestStart(
  page: number,
  limit: number,
  cursor: Cursor | undefined,
  total: () => Promise<number>,
): Promise<Start> {
  const fromStart: Start = { from: 'start', direction: 'forwards', skip: (page - 1) * limit, take: limit }
  if (page === 1) return fromStart
  const fromCursor = cursor && { ...beside(cursor, page, limit), take: limit }
  if (fromCursor && fromCursor.skip < maxPagesFromCursor * limit) return fromCursor
  const count = await total()
  const left = Math.max(0, Math.min(limit, count - (page - 1) * limit))
  const fromEnd: Start = { from: 'end', direction: 'backwards', skip: Math.max(0, count - page * limit), take: left }
  return [fromStart, fromEnd, ...(fromCursor ? [fromCursor] : [])].reduce((best, one) => (one.skip < best.skip ? one : best))
}

function beside({ page: shown, first, last }: Cursor, page: number, limit: number): Omit<Start, 'take'> {
  if (page === shown) return { from: first, isIncluded: true, direction: 'forwards', skip: 0 }
  if (page > shown) return { from: last, direction: 'forwards', skip: (page - shown - 1) * limit }
  return { from: first, direction: 'backwards', skip: (shown - page - 1) * limit }
}
