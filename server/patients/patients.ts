import type { NewPatient, PatientChanges } from '#contract/patients.ts'
import { dateOf } from '#domain/dates.ts'
import {
  checkPatient,
  fieldsValidatedWith,
  type PatientField,
  patientFields,
  type PatientValues,
  wireNameOf,
} from '#domain/patient-rules.ts'
import { getOrganisationSettings } from '#server/organisations/organisations.ts'
import { audit, auditPatients } from '#server/platform/audit.sql.ts'
import type { Context } from '#server/platform/context.ts'
import { Problem } from '#server/platform/problem.ts'

import { archiveUntouched, findUndone, reviveUntouched } from './imported-patients.sql.ts'
import { auditRuledOut, comparePatient } from './match-patients.ts'
import { canUseWard, insertPatient, lockPatient, setArchived, setPatient } from './patient-rows.sql.ts'
import { type CheckedPatient, type Contacts, insertPatients, setMissingContacts } from './patients-in-bulk.sql.ts'
import { getPatient } from './patients.sql.ts'

export { findPatients } from './find-patients.sql.ts'
export { getPatient } from './patients.sql.ts'
export { isLimitedToWards } from './is-limited-to-wards.ts'
export { matchPatients } from './match-patients.ts'
export { beginsWith, isNamed, numberConditions, patientsNamed } from './patient-search.sql.ts'
export type { CheckedPatient } from './patients-in-bulk.sql.ts'
export { lockImported } from './imported-patients.sql.ts'

export async function createPatient(ctx: Context, body: NewPatient) {
  const values = valuesOf(body)
  await refuseWrongPatient(ctx, values, Object.keys(patientFields) as PatientField[]) // Object.keys forgets the names
  const ruledOut = await comparePatient(ctx, values, { ruledOut: body.ruledOut })
  if (ruledOut instanceof Problem) return ruledOut
  const id = await insertPatient(ctx, values, body)
  await audit(ctx, 'patientCreated', { subjectId: id, patientId: id })
  await auditRuledOut(ctx, id, ruledOut)
  return getPatient(ctx, id)
}

export async function updatePatient(ctx: Context, id: string, { archived, ruledOut: asked, ...fields }: PatientChanges) {
  const before = await lockPatient(ctx, id)
  const changed = valuesOf(fields)
  const values = { ...before.values, ...changed }
  const written = Object.keys(changed) as PatientField[] // valuesOf answers fields only
  await refuseWrongPatient(ctx, values, written)
  const ruledOut = await comparePatient(ctx, values, { ruledOut: asked, changing: { id, before: before.values, changed } })
  if (ruledOut instanceof Problem) return ruledOut
  await setPatient(ctx, id, values, changed, fields)

  const who = { subjectId: id, patientId: id }
  const { locale, ...others } = fields
  const [isUpdated, isTranslated] = [Object.keys(others).length > 0, locale !== undefined && locale !== before.locale]
  const isRestored = archived === false && before.isArchived
  if (isUpdated) await audit(ctx, 'patientUpdated', { ...who, detail: { fields: Object.keys(others) } })
  await auditRuledOut(ctx, id, ruledOut)
  if (isTranslated) await audit(ctx, 'patientLocaleUpdated', { ...who, detail: { locale } })
  if (isRestored) {
    await setArchived(ctx, id, false)
    await audit(ctx, 'patientRestored', who)
  }
  // A call that changes nothing still returns the record, so it is audited as a view.
  if (!isUpdated && !isTranslated && !isRestored) await audit(ctx, 'patientRead', who)
  return getPatient(ctx, id)
}

/** Ends the form requests of a patient. Passed in by app.ts, because requests/ builds on patients/. */
export type EndRequestsOf = (ctx: Context, patientId: string) => Promise<unknown>

/** Archives a patient: hides them from the lists and ends their form requests. The record and its answers stay. */
export async function archivePatient(ctx: Context, id: string, endRequestsOf: EndRequestsOf) {
  const { isArchived } = await lockPatient(ctx, id)
  // The response contains the record even if nothing changes, so it is audited as a view.
  if (isArchived) await audit(ctx, 'patientRead', { subjectId: id, patientId: id })
  else {
    await setArchived(ctx, id, true)
    await audit(ctx, 'patientDeleted', { subjectId: id, patientId: id })
    await endRequestsOf(ctx, id)
  }
  return getPatient(ctx, id)
}

/** Throws every problem of a patient at once. Checks only the given fields, because an old record may break a newer rule. */
async function refuseWrongPatient(ctx: Context, values: PatientValues, written: readonly PatientField[]) {
  const { minimumAge } = await getOrganisationSettings(ctx)
  const asked = new Set(written.flatMap(fieldsValidatedWith))
  const errors = checkPatient(values, { today: dateOf(new Date()), minimumAge }).filter(({ field }) => asked.has(field))
  if (asked.has('wardId') && !(await canUseWard(ctx, values.wardId || null)))
    errors.push({ field: 'wardId', message: values.wardId ? 'Ward is not valid.' : 'Ward is required.' })
  if (errors.length)
    throw new Problem(
      'invalid_request',
      undefined,
      errors.map(({ field, message }) => ({ field: wireNameOf(field), message })),
    )
}

/** The given fields, in the flat form that the rules use. */
export function valuesOf({ address, mayBeContacted: _, onRecord: __, locale: ___, ruledOut: ____, ...texts }: NewPatient): PatientValues {
  return Object.fromEntries(Object.entries({ ...texts, ...address }).filter(([, value]) => value !== undefined))
}

/** Creates many patients for an import, about 5,000 at a time. Returns their ids in the same order. */
export async function createPatients(ctx: Context, patients: readonly CheckedPatient[], { importJobId }: { importJobId?: string } = {}) {
  if (!patients.length) return []
  const ids = await insertPatients(ctx, patients, importJobId)
  await auditPatients(ctx, 'patientCreated', ids)
  return ids
}

/** Adds missing phone numbers and email addresses. Known values stay, because the record counts. */
export async function fillContacts(ctx: Context, contacts: readonly Contacts[]) {
  if (contacts.length) await auditPatients(ctx, 'patientUpdated', await setMissingContacts(ctx, contacts))
}

/** Restores patients who were archived when an import was undone, with the values of this import. Returns their ids. */
export async function reviveImported(ctx: Context, importJobId: string, patients: readonly (CheckedPatient & { id: string })[]) {
  const undone = await findUndone(
    ctx,
    patients.map(({ id }) => id),
  )
  if (undone.size === 0) return []
  const revived = await reviveUntouched(
    ctx,
    importJobId,
    patients.filter(({ id }) => undone.has(id)),
  )
  await auditPatients(ctx, 'patientRestored', revived)
  await auditPatients(ctx, 'patientUpdated', revived)
  return revived
}

/** Archives patients whom the import created, whom nobody has changed since, and about whom nothing else is known. Returns their ids. */
export async function archiveImported(ctx: Context, importJobId: string, ids: string[]) {
  const archived = await archiveUntouched(ctx, importJobId, ids)
  if (archived.length) await auditPatients(ctx, 'patientDeleted', archived)
  return archived
}
