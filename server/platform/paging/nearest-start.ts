import type { Cursor, Place } from './cursor.ts'

/** Where to begin reading a page, which way, and how many rows to pass over first. */
export type Start = {
  from: 'start' | 'end' | Place
  isIncluded?: boolean
  direction: 'forwards' | 'backwards'
  skip: number
  take: number
}

/** So few pages from one that was shown, nothing else can be much nearer. */
const maxPagesFromCursor = 10

/** The nearest known place: the list's start, its end, or where a page that was shown began or ended. The total is asked for only far from all others. */
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
