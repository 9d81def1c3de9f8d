import { createHash } from 'node:crypto'

import type { Keys } from '#server/platform/keys.ts'

/** The values of a row in the columns of an order. The last value is the id. */
export type Place = (string | number | boolean | null)[]
/** The first and last row of a page that was shown. */
export type Cursor = { page: number; first: Place; last: Place }

/**
 * Encrypts a cursor, because it may contain a name and is part of an address. `list` identifies the list, its filters, order, page size
 * and user; a cursor of another list is ignored.
 */
export const sealCursor = (keys: Keys, list: string, { page, first, last }: Cursor) =>
  keys.seal(Buffer.from(JSON.stringify([digest(list), page, first, last])), 'cursor').toString('base64url')

/** Undefined if the cursor is invalid or belongs to another list. The page number alone then counts. */
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
