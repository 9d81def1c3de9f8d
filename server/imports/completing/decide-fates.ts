import { decide, kindsOf, type ImportChoices } from '#domain/import-decisions.ts'
import type { RowProblem } from '#server/imports/import-tallies.ts'
import type { JudgedPatient } from '#server/imports/judging/judge-patients.ts'
import { inOrder } from '#server/imports/judging/judge-rows.ts'
import type { Context } from '#server/platform/context.ts'

import type { WaitingRow } from './waiting-rows.sql.ts'

/** What becomes of a row now that it is to be sent, whom it is about, and the open requests that it takes the place of. */
export type Fate = WaitingRow & { becomes: 'refused' | 'skip' | 'send'; patientId: string | null; replacedIds: string[] }

/** Looks at each row once more as things are now; what was said of it when it was checked is still said. */
export function decideFates(ctx: Context, rows: readonly WaitingRow[], people: readonly JudgedPatient[], choices: ImportChoices): Fate[] {
  const claimed = new Set<string>()
  return rows.map((row, index): Fate => {
    const { patientId, refusals, warnings, open } = people[index]! // one judgement a row
    const fate = { ...row, patientId, replacedIds: [] }
    if (refusals.length > 0) return { ...fate, becomes: 'refused', problems: refusals }

    const problems = together(row.problems, warnings)
    const choice = decide(kindsOf(problems), choices, { choice: row.choice, known: kindsOf(row.problems) })
    if (choice === 'skip') return { ...fate, becomes: 'skip', problems }
    if (choice === 'send') return { ...fate, becomes: 'send', problems }
    if (open.some(({ assigneeId }) => assigneeId !== null && assigneeId !== ctx.actor.id))
      return { ...fate, becomes: 'skip', problems: together(problems, [taken]) }
    // Of two rows that ask the same, only the first has something to replace.
    const replacedIds = open.map(({ id }) => id).filter((id) => !claimed.has(id))
    for (const id of replacedIds) claimed.add(id)
    return { ...fate, becomes: 'send', problems, replacedIds }
  })
}

const taken: RowProblem = {
  column: 'form',
  code: 'taken',
  message: 'A colleague has taken on the form request that is open, so it was not replaced.',
}

function together(known: readonly RowProblem[], found: readonly RowProblem[]) {
  const more = found.filter(({ column, code }) => !known.some((one) => one.column === column && one.code === code))
  return inOrder([...known, ...more])
}
