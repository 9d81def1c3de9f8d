import { decide, kindsOf, type ImportChoices } from '#domain/import-decisions.ts'
import type { RowProblem } from '#server/imports/import-tallies.ts'
import type { JudgedPatient } from '#server/imports/judging/judge-patients.ts'
import { inOrder } from '#server/imports/judging/judge-rows.ts'
import { openKey } from '#server/requests/requests.ts'
import type { Context } from '#server/platform/context.ts'

import type { WaitingRow } from './waiting-rows.sql.ts'

/** What becomes of a row now that it is to be sent, whom it is about, and the open requests that it takes the place of. */
export type Fate = WaitingRow & { becomes: 'refused' | 'skip' | 'send'; patientId: string | null; replacedIds: string[] }

type Decided = { choices: ImportChoices; checkedAt: string; answered: ReadonlySet<string> }

/** Looks at each row once more as things are now; what was said of it when it was checked is still said. */
export function decideFates(ctx: Context, rows: readonly WaitingRow[], people: readonly JudgedPatient[], decided: Decided): Fate[] {
  const claimed = new Set<string>()
  return rows.map((row, index): Fate => {
    const { patientId, refusals, warnings, open } = people[index]! // one judgement a row
    const fate = { ...row, patientId, replacedIds: [] }
    if (refusals.length > 0) return { ...fate, becomes: 'refused', problems: refusals }

    const problems = together(row.problems, warnings)
    const choice = decide(kindsOf(problems), decided.choices, { choice: row.choice, known: kindsOf(row.problems) })
    if (choice === 'skip') return { ...fate, becomes: 'skip', problems }
    if (choice === 'send') return { ...fate, becomes: 'send', problems }
    const kept = keptOpen(ctx, { ...row, patientId, open }, decided)
    if (kept) return { ...fate, becomes: 'skip', problems: together(problems, [kept]) }
    // Of two rows that ask the same, only the first has something to replace.
    const replacedIds = open.map(({ id }) => id).filter((id) => !claimed.has(id))
    for (const id of replacedIds) claimed.add(id)
    return { ...fate, becomes: 'send', problems, replacedIds }
  })
}

type Asking = Pick<WaitingRow, 'row'> & Pick<JudgedPatient, 'patientId' | 'open'>

/** Why what is to be replaced is not: somebody has it in hand. Whoever chose to replace it could not know. */
function keptOpen({ actor }: Context, { row, patientId, open }: Asking, { checkedAt, answered }: Decided): RowProblem | undefined {
  if (open.some(({ assigneeId }) => assigneeId !== null && assigneeId !== actor.id))
    return kept('taken', 'A colleague has taken on the form request that is open, so it was not replaced.')
  if (open.some(({ openedAt }) => openedAt !== null && Date.parse(openedAt) > Date.parse(checkedAt)))
    return kept('opened_since', 'The patient has opened the form request since the file was checked, so it was not replaced.')
  if (patientId !== null && answered.has(openKey({ patientId, formId: row.formId, pathwayId: row.pathwayId ?? '' })))
    return kept('answered_since', 'The patient has answered the form request that was open when the file was checked, so none was sent.')
  return undefined
}

const kept = (code: string, message: string): RowProblem => ({ column: 'form', code, message })

function together(known: readonly RowProblem[], found: readonly RowProblem[]) {
  const more = found.filter(({ column, code }) => !known.some((one) => one.column === column && one.code === code))
  return inOrder([...known, ...more])
}
