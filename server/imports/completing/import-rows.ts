import type { ImportChoices } from '#domain/import-decisions.ts'
import { notCarriedWords } from '#domain/import-checks.ts'
import { findLiveForm } from '#server/forms/forms.ts'
import { add, talliesOf, troubles, type RowProblem, type Tallies } from '#server/imports/import-tallies.ts'
import { judgePatients, type JudgedPatient } from '#server/imports/judging/judge-patients.ts'
import { findAnsweredSince } from '#server/imports/judging/answered-since.sql.ts'
import { whyNotCarried } from '#server/channels/channels.ts'
import type { Context } from '#server/platform/context.ts'

import { decideFates, type Fate } from './decide-fates.ts'
import { sendRows } from './send-rows.ts'
import { markRefused, markSkipped, type ImportedRow, type WaitingRow } from './waiting-rows.sql.ts'

type Import = { jobId: string; mayImport: boolean; checkedAt: string; choices: ImportChoices; tallies: Tallies }

/**
 * Does with a batch of rows what was decided, all in the caller's transaction. What has become impossible since the check is marked as an
 * error; a request that was opened since counts like one that was open then.
 */
export async function importRows(ctx: Context, { jobId, mayImport, checkedAt, choices, tallies }: Import, rows: WaitingRow[]) {
  const live = await liveForms(ctx, rows)
  const people = await judgePatients(
    ctx,
    rows.map(({ row }) => row),
    { jobId, areHeld: true },
  )
  const whyNot = ({ row }: WaitingRow) => (!mayImport && noMore) || (!live.has(row.formId) && notLive) || notCarried(ctx, row)
  const judged = people.map((person, index) => {
    const refusal = whyNot(rows[index]!) // one a row
    return refusal ? { ...person, refusals: [refusal] } : person
  })
  const fates = decideFates(ctx, rows, judged, { choices, checkedAt, answered: await answeredOf(ctx, rows, { judged, checkedAt }) })
  const of = (becomes: Fate['becomes']) => fates.filter((fate) => fate.becomes === becomes)
  await markRefused(ctx, jobId, of('refused'))
  await markSkipped(ctx, jobId, of('skip'))
  const { imported, createdPatients } = await sendRows(ctx, jobId, of('send'))
  return {
    imported: imported.length,
    skipped: of('skip').length,
    replaced: imported.filter(({ replacedIds }) => replacedIds.length > 0).length,
    tallies: retally(tallies, rows, { fates, createdPatients, imported }),
  }
}

/** What was open when the file was checked and has been answered since: whoever chose to replace it did not know. */
const answeredOf = (
  ctx: Context,
  rows: readonly WaitingRow[],
  { judged, checkedAt }: { judged: readonly JudgedPatient[]; checkedAt: string },
) =>
  findAnsweredSince(
    ctx,
    rows.flatMap(({ row, problems }, index) => {
      const { patientId, open } = judged[index]! // one a row
      const isGone = open.length === 0 && problems.some(({ code }) => code === 'already_open')
      return isGone && patientId !== null ? [{ patientId, formId: row.formId, pathwayId: row.pathwayId ?? '' }] : []
    }),
    checkedAt,
  )

/** People leave and lose permissions while work goes on in their name; nobody else is written to for them. */
const noMore: RowProblem = {
  column: 'form',
  code: 'not_allowed',
  message: 'Whoever completed this import may no longer import, so the row was not imported.',
}
const notLive: RowProblem = { column: 'form', code: 'unknown_form', message: 'This form was archived before the row was imported.' }

/** What this installation can send may have changed since the file was checked. */
function notCarried({ services }: Context, { method }: WaitingRow['row']): RowProblem | undefined {
  const reason = whyNotCarried(services.config, method)
  return reason === undefined ? undefined : { column: 'method', code: 'not_carried', message: notCarriedWords(reason) }
}

async function liveForms(ctx: Context, rows: WaitingRow[]) {
  const live = new Set<string>()
  for (const formId of new Set(rows.map(({ row }) => row.formId))) if (await findLiveForm(ctx, formId)) live.add(formId)
  return live
}

type Retallied = { fates: Fate[]; createdPatients: number; imported: readonly ImportedRow[] }

/** Rows that were sent keep the problems they had when somebody decided to send them. */
function retally(before: Tallies, rows: WaitingRow[], { fates, createdPatients, imported }: Retallied): Tallies {
  const tallies = talliesOf(before)
  fates.forEach(({ becomes, problems }, index) => {
    if (becomes === 'send') return
    for (const kind of troubles(rows[index]!.problems)) add(tallies.problems, kind, -1) // a fate a row
    for (const kind of troubles(problems)) add(tallies.problems, kind)
  })
  const replaced = imported.reduce((sum, { replacedIds }) => sum + replacedIds.length, 0)
  return {
    ...tallies,
    createdPatients: tallies.createdPatients + createdPatients,
    replacedRequests: tallies.replacedRequests + replaced,
  }
}
