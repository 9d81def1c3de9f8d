import type { RequestSummary } from '#contract/request-records.ts'
import type { RowMark } from '#web/ui/data-table.ts'

export type Marks = ReadonlyMap<string, RowMark>
export type Change = { before: RequestSummary; after: RequestSummary }

type Found = {
  /** The requested rows that still match the filters. */
  matching: readonly RequestSummary[]
  /** Those that do not, or not any more. */
  others: readonly RequestSummary[]
}

/** The same rows in the same places as they are now, which of them to point out, and what they were before. */
export function mergeRows(shown: readonly RequestSummary[], marks: Marks, { matching, others }: Found) {
  const now = new Map([...matching, ...others].map((row) => [row.id, row]))
  const rows = shown.map((row) => {
    const found = now.get(row.id)
    return found && !isSame(row, found) ? found : row
  })
  const changes = shown.flatMap((before, place): Change[] => (rows[place] === before ? [] : [{ before, after: rows[place]! }]))
  const next = new Map(marks)
  for (const { after } of changes) next.set(after.id, marks.get(after.id) === 'changed' ? 'changedAgain' : 'changed')
  for (const { id } of others) next.set(id, 'gone')
  for (const { id } of matching) if (next.get(id) === 'gone') next.set(id, 'changed')
  return { rows, marks: next as Marks, changes }
}

const isSame = (one: RequestSummary, other: RequestSummary) => JSON.stringify(one) === JSON.stringify(other)

/** The member who has taken over a request of this member, if any. */
export const takenBy = (memberId: string, { before, after }: Change) =>
  before.assignee?.id === memberId && after.assignee && after.assignee.id !== memberId ? after.assignee.name : undefined
