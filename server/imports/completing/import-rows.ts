import { notCarriedWords } from '#domain/imports/checks.ts'
import { decide, type ImportChoices, kindsOf } from '#domain/imports/decisions.ts'
import type { ImportRow } from '#domain/imports/row.ts'
import { unsupportedMethods } from '#server/channels/channels.ts'
import { findLiveForm } from '#server/forms/forms.ts'
import { add, type RowProblem, type Tallies, talliesOf, problemKinds } from '#server/imports/import-tallies.ts'
import { type CheckedImportPatient, checkImportPatients } from '#server/imports/judging/judge-patients.ts'
import { inOrder } from '#server/imports/judging/judge-rows.ts'
import { findAnsweredSince } from '#server/imports/judging/judged-rows.sql.ts'
import { createPatients, fillContacts, reviveImported } from '#server/patients/patients.ts'
import type { Context } from '#server/platform/context.ts'
import { createRequests, getSendingTerms, openKey, replaceRequests } from '#server/requests/requests.ts'

import { type ImportedRow, markImported, markRefused, markSkipped, type WaitingRow } from './waiting-rows.sql.ts'

type Import = { jobId: string; mayImport: boolean; checkedAt: string; choices: ImportChoices; tallies: Tallies }

/**
 * Carries out the decisions for a batch of rows, in the caller's transaction. A row that can no longer be imported becomes an error. A
 * request that was opened since the check counts as open then.
 */
export async function importRows(ctx: Context, { jobId, mayImport, checkedAt, choices, tallies }: Import, rows: WaitingRow[]) {
  const live = await liveForms(ctx, rows)
  const people = await checkImportPatients(
    ctx,
    rows.map(({ row }) => row),
    { jobId, areHeld: true },
  )
  const uncarried = await unsupportedMethods(ctx)
  const whyNot = ({ row }: WaitingRow) => (!mayImport && noMore) || (!live.has(row.formId) && notLive) || notCarried(uncarried[row.method])
  const judged = people.map((person, index) => {
    const refusal = whyNot(rows[index]!) // one a row
    return refusal ? { ...person, refusals: [refusal] } : person
  })
  const outcomes = decideOutcomes(ctx, rows, judged, { choices, checkedAt, answered: await answeredOf(ctx, rows, { judged, checkedAt }) })
  const of = (becomes: RowOutcome['becomes']) => outcomes.filter((outcome) => outcome.becomes === becomes)
  await markRefused(ctx, jobId, of('refused'))
  await markSkipped(ctx, jobId, of('skip'))
  const { imported, createdPatients } = await sendRows(ctx, jobId, of('send'))
  return {
    imported: imported.length,
    skipped: of('skip').length,
    replaced: imported.filter(({ replacedIds }) => replacedIds.length > 0).length,
    tallies: retally(tallies, rows, { outcomes, createdPatients, imported }),
  }
}

/** A request that was open at the check and has been answered since. The member who chose to replace it did not know. */
const answeredOf = (
  ctx: Context,
  rows: readonly WaitingRow[],
  { judged, checkedAt }: { judged: readonly CheckedImportPatient[]; checkedAt: string },
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

/** The member may have left or lost permissions since, so rows that they may no longer import become errors. */
const noMore: RowProblem = {
  column: 'form',
  code: 'not_allowed',
  message: 'The row was not imported because the user who completed this import no longer has permission to import.',
}
const notLive: RowProblem = { column: 'form', code: 'unknown_form', message: 'This form was archived before the row was imported.' }

/** The methods of the organisation may have changed since the check. */
function notCarried(reason: string | undefined): RowProblem | undefined {
  return reason === undefined ? undefined : { column: 'method', code: 'not_carried', message: notCarriedWords(reason) }
}

async function liveForms(ctx: Context, rows: WaitingRow[]) {
  const live = new Set<string>()
  for (const formId of new Set(rows.map(({ row }) => row.formId))) if (await findLiveForm(ctx, formId)) live.add(formId)
  return live
}

type Retallied = { outcomes: RowOutcome[]; createdPatients: number; imported: readonly ImportedRow[] }

/** Imported rows keep the problems that the check found. */
function retally(before: Tallies, rows: WaitingRow[], { outcomes, createdPatients, imported }: Retallied): Tallies {
  const tallies = talliesOf(before)
  outcomes.forEach(({ becomes, problems }, index) => {
    if (becomes === 'send') return
    for (const kind of problemKinds(rows[index]!.problems)) add(tallies.problems, kind, -1) // a fate a row
    for (const kind of problemKinds(problems)) add(tallies.problems, kind)
  })
  const replaced = imported.reduce((sum, { replacedIds }) => sum + replacedIds.length, 0)
  return {
    ...tallies,
    createdPatients: tallies.createdPatients + createdPatients,
    replacedRequests: tallies.replacedRequests + replaced,
  }
}

/** The outcome of a row: its patient, and the open requests that it replaces. */
export type RowOutcome = WaitingRow &
  Pick<CheckedImportPatient, 'patientId' | 'isDoubtful'> & { becomes: 'refused' | 'skip' | 'send'; replacedIds: string[] }

type Decided = { choices: ImportChoices; checkedAt: string; answered: ReadonlySet<string> }

/** Judges each row again with the current data. Problems found by the check stay. */
export function decideOutcomes(
  ctx: Context,
  rows: readonly WaitingRow[],
  people: readonly CheckedImportPatient[],
  decided: Decided,
): RowOutcome[] {
  const claimed = new Set<string>()
  return rows.map((row, index): RowOutcome => {
    const { patientId, refusals, warnings, open, isDoubtful } = people[index]! // one judgement a row
    const fate = { ...row, patientId, isDoubtful, replacedIds: [] }
    if (refusals.length > 0) return { ...fate, becomes: 'refused', problems: refusals }

    const problems = together(row.problems, warnings)
    const choice = decide(kindsOf(problems), decided.choices, { choice: row.choice, known: kindsOf(row.problems) })
    if (choice === 'skip') return { ...fate, becomes: 'skip', problems }
    if (choice === 'send') return { ...fate, becomes: 'send', problems }
    const kept = keptOpen(ctx, { ...row, patientId, open }, decided)
    if (kept) return { ...fate, becomes: 'skip', problems: together(problems, [kept]) }
    // If two rows ask the same, only the first has a request to replace.
    const replacedIds = open.map(({ id }) => id).filter((id) => !claimed.has(id))
    for (const id of replacedIds) claimed.add(id)
    return { ...fate, becomes: 'send', problems, replacedIds }
  })
}

type Asking = Pick<WaitingRow, 'row'> & Pick<CheckedImportPatient, 'patientId' | 'open'>

/** The reason why an open request is not replaced, because a patient or colleague has begun to use it since the check. */
function keptOpen({ actor }: Context, { row, patientId, open }: Asking, { checkedAt, answered }: Decided): RowProblem | undefined {
  if (open.some(({ assigneeId }) => assigneeId !== null && assigneeId !== actor.id))
    return kept('taken', 'The open form request is assigned to a colleague, so it was not replaced.')
  if (open.some(({ openedAt }) => openedAt !== null && Date.parse(openedAt) > Date.parse(checkedAt)))
    return kept('opened_since', 'The patient has opened the form request since the file was checked, so it was not replaced.')
  if (patientId !== null && answered.has(openKey({ patientId, formId: row.formId, pathwayId: row.pathwayId ?? '' })))
    return kept('answered_since', 'The patient answered the open form request after the file was checked, so no form request was created.')
  return undefined
}

const kept = (code: string, message: string): RowProblem => ({ column: 'form', code, message })

function together(known: readonly RowProblem[], found: readonly RowProblem[]) {
  const more = found.filter(({ column, code }) => !known.some((one) => one.column === column && one.code === code))
  return inOrder([...known, ...more])
}

type Sent = Pick<RowOutcome, 'rowNumber' | 'row' | 'patientId' | 'isDoubtful' | 'replacedIds'>
type Asked = Sent & { patientId: string }

/** Creates form requests from rows, and closes the requests that they replace. */
export async function sendRows(ctx: Context, jobId: string, rows: Sent[]): Promise<{ imported: ImportedRow[]; createdPatients: number }> {
  if (rows.length === 0) return { imported: [], createdPatients: 0 }
  const { asked, createdPatients } = await withPatients(ctx, jobId, rows)
  await replaceRequests(
    ctx,
    asked.flatMap(({ replacedIds }) => replacedIds),
  )
  const imported: ImportedRow[] = []
  for (const [formId, group] of Map.groupBy(asked, ({ row }) => row.formId)) {
    const ids = await createRequests(ctx, group.map(toRequest), await getSendingTerms(ctx, { formId }), { importJobId: jobId })
    imported.push(...group.map((one, index) => ({ ...one, requestId: ids[index]! }))) // ids come in the order asked for
  }
  await markImported(ctx, jobId, imported)
  return { imported, createdPatients }
}

/**
 * Creates new patients, one for each person in the rows. Restores patients whom an undone import had created. Adds missing contact details
 * to known patients, but not from a row with another name or date of birth, which may be about another person.
 */
async function withPatients(ctx: Context, jobId: string, rows: Sent[]): Promise<{ asked: Asked[]; createdPatients: number }> {
  const knownRows = new Map(rows.toReversed().flatMap(({ row, patientId }) => (patientId === null ? [] : [[patientId, row] as const])))
  const revived = await reviveImported(
    ctx,
    jobId,
    [...knownRows].map(([id, row]) => ({ id, ...toPatient(row) })),
  )
  await fillContacts(
    ctx,
    rows.flatMap(({ row, patientId, isDoubtful }) =>
      patientId === null || isDoubtful ? [] : [{ id: patientId, phoneNumber: row.phone, emailAddress: row.email }],
    ),
  )
  const firstRows = new Map(rows.toReversed().flatMap(({ row, patientId }) => (patientId === null ? [[row.nhsNumber, row] as const] : [])))
  const numbers = [...firstRows.keys()]
  const ids = await createPatients(ctx, [...firstRows.values()].map(toPatient), { importJobId: jobId })
  const created = new Map(numbers.map((nhsNumber, index) => [nhsNumber, ids[index]!])) // ids come in the order asked for
  const asked = rows.map((one) => ({ ...one, patientId: one.patientId ?? created.get(one.row.nhsNumber)! })) // created just above
  return { asked, createdPatients: ids.length + revived.length }
}

const toPatient = ({ phone, email, method, isMethodDerived, ...row }: ImportRow) => ({
  ...row,
  phoneNumber: phone,
  emailAddress: email,
  preferredMethod: isMethodDerived ? null : method,
})

const toRequest = ({ row, patientId }: Asked) => ({
  patientId,
  method: row.method,
  specialty: row.specialty,
  pathwayId: row.pathwayId ?? '',
  location: row.location ?? '',
  event: row.event ?? '',
  // Rows that were checked before the column existed do not have it.
  waitingSince: row.waitingSince ?? null,
})
