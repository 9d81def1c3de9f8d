import type { ImportRowVerdict } from '#contract/imports.ts'
import type { NotificationMethod } from '#domain/notification.ts'
import { groupOf, kindsOf, problemKind, type Groups, type RowChoice, type RowsByMethod } from '#domain/imports/decisions.ts'
import type { ReopenOutcome, RevertOutcome } from '#domain/imports/outcomes.ts'

export type RowProblem = ImportRowVerdict['problems'][number]

/** The counts of an import, updated under the lock of its job while rows are written. No screen counts rows. */
export type Tallies = {
  /** By column and code. */
  problems: Record<string, number>
  groups: Groups
  /** The methods of the rows without a warning. */
  newByMethod: Partial<RowsByMethod>
  /** The requests that rows replaced. */
  replacedRequests: number
  reverted: Record<RevertOutcome, number>
  reopened: Record<ReopenOutcome, number>
  createdPatients: number
  /** Rows left out because they are the example of the template. */
  exampleRows: number
  archivedPatients: number
}

const nothing: Tallies = {
  problems: {},
  groups: {},
  newByMethod: {},
  replacedRequests: 0,
  reverted: { undone: 0, undone_message_out: 0, opened: 0, completed: 0, ended: 0, taken: 0 },
  reopened: { reopened: 0, not_reopened: 0 },
  createdPatients: 0,
  exampleRows: 0,
  archivedPatients: 0,
}

/** The stored form. A missing count is 0. */
export const talliesOf = (stored: unknown): Tallies => structuredClone({ ...nothing, ...(stored as Partial<Tallies>) }) // written from a Tallies

export function add(counts: Record<string, number>, what: string, rows = 1) {
  counts[what] = (counts[what] ?? 0) + rows
}

/** The kinds of problem of a row, each once. */
export const problemKinds = (problems: readonly RowProblem[]) => [...new Set(problems.map(({ column, code }) => problemKind(column, code)))]

type JudgedForTally = { verdict: string; problems: readonly RowProblem[]; row: { method: NotificationMethod } | null }

/** Counts checked rows. */
export function tallyRows(before: Tallies, rows: readonly JudgedForTally[]): Tallies {
  const tallies = talliesOf(before)
  for (const { problems, verdict, row } of rows) {
    for (const kind of problemKinds(problems)) add(tallies.problems, kind)
    if (!row) continue
    if (verdict === 'warning') add(tallies.groups, groupOf(kindsOf(problems), null, row.method))
    else tallies.newByMethod[row.method] = (tallies.newByMethod[row.method] ?? 0) + 1
  }
  return tallies
}

type Decidable = { problems: readonly RowProblem[]; method: NotificationMethod }

/** Moves a row from one own decision to another. */
export function moveRow(tallies: Tallies, { problems, method }: Decidable, from: RowChoice | null, to: RowChoice | null) {
  const present = kindsOf(problems)
  add(tallies.groups, groupOf(present, from, method), -1)
  add(tallies.groups, groupOf(present, to, method))
}
