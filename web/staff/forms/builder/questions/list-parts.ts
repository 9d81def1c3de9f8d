import { useDeferredValue } from 'react'

import type { Row } from '#domain/form/editing/edit-definition.ts'

/** Rows of the list that are drawn together. `key` is the id of the first, but for the first part. `at`: the place of the first in the list, from 0. */
export type Part = { key: string; at: number; rows: readonly Row[] }

/**
 * A form can have hundreds of questions, and a letter or a new question changes one part of its list: React and the browser pass over the others. Where a
 * part begins depends on the ids alone, so that an added, deleted or moved question leaves the parts around its own as they are.
 */
export function partsOf(rows: readonly Row[]): Part[] {
  const parts: { key: string; at: number; rows: Row[] }[] = []
  for (const [at, row] of rows.entries()) {
    const last = parts.at(-1)
    // The first part has the same key whatever question comes first, so that its cards stay the same elements.
    if (last === undefined) parts.push({ key: 'first', at, rows: [row] })
    else if (beginsPart(row.question.id)) parts.push({ key: row.question.id, at, rows: [row] })
    else last.rows.push(row)
  }
  return parts
}

/** About one id in seventeen, also of ids that differ in their last sign only (FNV-1a). */
function beginsPart(id: string) {
  let hash = 0x811c9dc5
  for (const sign of id) hash = Math.imul(hash ^ (sign.codePointAt(0) ?? 0), 0x01000193)
  return (hash >>> 0) % 17 === 0
}

/** Whether a card looks the same for both rows. */
const isAlike = (one: Row, other: Row) => one.number === other.number && isAlikeButNumber(one, other)
const isAlikeButNumber = (one: Row, other: Row) =>
  one.question === other.question && one.own === other.own && one.isInside === other.isInside

const are = (isSame: typeof isAlike) => (some: readonly Row[], others: readonly Row[]) =>
  some.length === others.length && some.every((row, at) => isSame(row, others[at]!)) // both have as many
export const areAlike = are(isAlike)
const areAlikeButNumbers = are(isAlikeButNumber)

/** The parts of the list. A question that was added counts up all that follow: their numbers are drawn after the question itself. */
export function useParts(rows: readonly Row[]): Part[] {
  const parts = partsOf(rows)
  const drawn = new Map(partsOf(useDeferredValue(rows)).map((part) => [part.key, part.rows]))
  return parts.map((part) => {
    const before = drawn.get(part.key)
    return before && areAlikeButNumbers(before, part.rows) ? { ...part, rows: before } : part
  })
}
