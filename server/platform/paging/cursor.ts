import { createHash } from 'node:crypto'

import type { Keys } from '#server/platform/keys.ts'

/** The values of a row in the columns of an order; the last one is its id. */
export type Place = (string | number | null)[]
/** Where a page that was shown began and ended. */
export type Cursor = { page: number; first: Place; last: Place }

/** Sealed, because a place may be a name and a cursor stands in addresses. `list` says all that a place in it depends on: whose and which list, its filters, its order, its page size. */
export const sealCursor = (keys: Keys, list: string, { page, first, last }: Cursor) =>
  keys.seal(Buffer.from(JSON.stringify([digest(list), page, first, last])), 'cursor').toString('base64url')

/** undefined where it is not ours or was made for another list: then the number of the page counts alone. */
export function openCursor(keys: Keys, list: string, text: string | undefined): Cursor | undefined {
  if (!text) return undefined
  try {
    const plain = keys.unseal(Buffer.from(text, 'base64url'), 'cursor').toString()
    const [of, page, first, last] = JSON.parse(plain) as [string, number, Place, Place] // sealed by sealCursor()
    return of === digest(list) ? { page, first, last } : undefined
  } catch {
    return undefined
  }
}

const digest = (list: string) => createHash('sha256').update(list).digest('base64url').slice(0, 16)
