import { mayChoose, kindsOf, type ImportChoices, type RowChoice, type WarningKind } from '#domain/imports/decisions.ts'
import { getImportJob } from '#server/imports/import-jobs.sql.ts'
import { lockImportJob, setDecisions } from '#server/imports/import-state.sql.ts'
import { moveRow } from '#server/imports/import-tallies.ts'
import { audit } from '#server/platform/audit.sql.ts'
import type { Context } from '#server/platform/context.ts'
import { fieldProblem, Problem } from '#server/platform/problem.ts'

import { findDecidable, setRowChoices } from './import-rows.sql.ts'

/** Sets the decision for each kind of duplicate in the file. */
export async function decideImport(ctx: Context, id: string, wanted: { [K in WarningKind]?: RowChoice | undefined }) {
  const job = await lockUndecided(ctx, id)
  const choices = Object.fromEntries(Object.entries(wanted).filter(([, choice]) => choice)) as Partial<ImportChoices> // other decisions stay
  await setDecisions(ctx, id, { ...job.choices, ...choices }, job.tallies)
  await audit(ctx, 'importDecided', { subjectId: id, detail: { choices } })
  return getImportJob(ctx, id)
}

type Decision = { rowNumbers: readonly number[]; choice: RowChoice | null }

/**
 * Sets the decision for some rows, whatever the decision for the file. With null they follow the file again. Changes all of the rows or
 * none.
 */
export async function decideRows(ctx: Context, id: string, { rowNumbers, choice }: Decision) {
  const job = await lockUndecided(ctx, id)
  const rows = await findDecidable(ctx, id, rowNumbers)
  const undecidable = rowNumbers.find((wanted) => !rows.some(({ rowNumber }) => rowNumber === wanted))
  if (undecidable !== undefined) throw fieldProblem('rowNumbers', `Row ${undecidable} has no warning, so it needs no decision.`)
  const wrong = rows.find(({ problems }) => choice && !mayChoose(kindsOf(problems), choice))
  if (wrong) throw fieldProblem('choice', `Row ${wrong.rowNumber} has no open form request to replace.`)
  for (const row of rows) moveRow(job.tallies, row, row.choice, choice)
  await setRowChoices(
    ctx,
    id,
    rows.map(({ rowNumber }) => rowNumber),
    choice,
  )
  await setDecisions(ctx, id, job.choices, job.tallies)
  await audit(ctx, 'importDecided', { subjectId: id, detail: { rows: rows.length, choice } })
  return getImportJob(ctx, id)
}

async function lockUndecided(ctx: Context, id: string) {
  const job = await lockImportJob(ctx, id)
  if (job.status !== 'checked')
    throw new Problem(
      'conflict',
      'You can no longer change the decisions for this import. Decisions can only be changed after the check and before the import.',
    )
  return job
}
