import type { Cursor, Place } from './cursor.ts'

/** The row where reading starts, the direction, and how many rows to skip. */
export type Start = {
  from: 'start' | 'end' | Place
  isIncluded?: boolean
  direction: 'forwards' | 'backwards'
  skip: number
  take: number
}

/** A place in the list between two rows, and how many rows come before it. */
export type Landmark = { place: Place; rowsBefore: number }

/** What is known of a list beside its rows. */
export type Known = {
  total: () => Promise<number>
  /** Places near a row of this number, from stored counts. */
  landmarks?: ((row: number) => Promise<Landmark[]>) | undefined
}

/** Within this distance of the cursor, no other start can be much nearer. */
const maxPagesFromCursor = 10
/** So many rows are skipped sooner than landmarks are found. */
const fewRows = 2_000

/**
 * The nearest known place: the start or the end of the list, the first or last row of the page in the cursor, or a landmark. `total` and
 * `landmarks` are called only when nothing nearer is known.
 */
export async function findNearestStart(page: number, limit: number, cursor: Cursor | undefined, known: Known): Promise<Start> {
  const fromStart: Start = { from: 'start', direction: 'forwards', skip: (page - 1) * limit, take: limit }
  if (page === 1) return fromStart
  const fromCursor = cursor && { ...beside(cursor, page, limit), take: limit }
  if (fromCursor && fromCursor.skip < maxPagesFromCursor * limit) return fromCursor
  const count = await known.total()
  const left = Math.max(0, Math.min(limit, count - (page - 1) * limit))
  const fromEnd: Start = { from: 'end', direction: 'backwards', skip: Math.max(0, count - page * limit), take: left }
  const nearest = nearestOf([fromStart, fromEnd, ...(fromCursor ? [fromCursor] : [])])
  if (nearest.skip <= fewRows || left === 0 || !known.landmarks) return nearest
  const landmarks = await known.landmarks((page - 1) * limit)
  return nearestOf([nearest, ...landmarks.flatMap((landmark) => fromLandmark(landmark, page, limit, left))])
}

const nearestOf = (starts: Start[]) => starts.reduce((best, one) => (one.skip < best.skip ? one : best))

function fromLandmark({ place, rowsBefore }: Landmark, page: number, limit: number, take: number): Start[] {
  const [first, last] = [(page - 1) * limit, (page - 1) * limit + take]
  if (rowsBefore <= first) return [{ from: place, direction: 'forwards', skip: first - rowsBefore, take: limit }]
  if (rowsBefore >= last) return [{ from: place, direction: 'backwards', skip: rowsBefore - last, take }]
  return []
}

function beside({ page: shown, first, last }: Cursor, page: number, limit: number): Omit<Start, 'take'> {
  if (page === shown) return { from: first, isIncluded: true, direction: 'forwards', skip: 0 }
  if (page > shown) return { from: last, direction: 'forwards', skip: (page - shown - 1) * limit }
  return { from: first, direction: 'backwards', skip: (shown - page - 1) * limit }
}
