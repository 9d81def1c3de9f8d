import type { NewPatient, PatientChanges } from '#contract/patients.ts'
import { dateOf } from '#domain/moments.ts'
import type { NotificationMethod } from '#domain/notification.ts'
import {
  checkPatient,
  fieldsValidatedWith,
  type PatientField,
  patientFields,
  type PatientValues,
  wireNameOf,
} from '#domain/patient-rules.ts'
import { getOrganisationSettings, unassignRequestsJob } from '#server/organisations/organisations.ts'
import { audit, auditPatients } from '#server/platform/audit.sql.ts'
import type { Context } from '#server/platform/context.ts'
import { publishPatients } from '#server/platform/events.sql.ts'
import { enqueue } from '#server/platform/jobs.ts'
import { recordContactChange } from '#server/timeline/timeline.ts'
import { fieldProblem, Problem } from '#server/platform/problem.ts'

import { archiveUntouched, findUndone, reviveUntouched } from './imported-patients.sql.ts'
import { comparePatient, ruleOut } from './match-patients.ts'
import { followOptOut } from './opt-outs.ts'
import { canUseWard, insertPatient, type LockedPatient, lockPatient, setArchived, setOptOuts, setPatient } from './patient-rows.sql.ts'
import { type CheckedPatient, type Contacts, insertPatients, setMissingContacts } from './patients-in-bulk.sql.ts'
import { getPatient } from './patients.sql.ts'
import { refuseChangedSince } from './refuse-changed-since.ts'

export { findPatients } from './find-patients.sql.ts'
export { getPatient } from './patients.sql.ts'
export { isLimitedToWards } from './is-limited-to-wards.ts'
export { matchPatients } from './match-patients.ts'
export { beginsWith, isNamed, numberConditions, patientsNamed } from './patient-search.sql.ts'
export type { CheckedPatient } from './patients-in-bulk.sql.ts'
export { lockImported } from './imported-patients.sql.ts'
export { findPatientOfRequest } from './opt-outs.sql.ts'
export { recordEmailOptOut, recordStopReply } from './opt-outs.ts'

export async function createPatient(ctx: Context, body: NewPatient) {
  const values = valuesOf(body)
  refuseDateOfDeath(values, body.deceased ?? false)
  await refuseWrongPatient(ctx, values, Object.keys(patientFields) as PatientField[]) // Object.keys forgets the names
  const ruledOut = await comparePatient(ctx, values, { ruledOut: body.ruledOut })
  if (ruledOut instanceof Problem) return ruledOut
  const id = await insertPatient(ctx, values, body)
  // Two statements that are sent together need one round trip.
  await Promise.all([audit(ctx, 'patientCreated', { subjectId: id, patientId: id }), publishPatients(ctx, 'patient.created', [id])])
  await ruleOut(ctx, id, ruledOut)
  await changeOptOuts(ctx, id, {}, body.optedOutMethods)
  return getPatient(ctx, id)
}

/** Ends the form requests of a patient and cancels waiting messages. Passed in by app.ts, because requests/ builds on patients/. */
export type EndRequestsOf = (ctx: Context, patientId: string, because: 'archived' | 'deceased') => Promise<unknown>

export async function updatePatient(ctx: Context, id: string, changes: PatientChanges, endRequestsOf: EndRequestsOf) {
  const { archived, ruledOut: asked, before: read, optedOutMethods, identityCheck, ...fields } = changes
  const before = await lockPatient(ctx, id)
  if (before.mergedIntoId !== null) throw new Problem('conflict', mergedRecord)
  if (read) refuseChangedSince(before, { read, wanted: { ...fields, optedOutMethods } })
  const isDeceased = fields.deceased ?? before.isDeceased
  const changed = valuesOf(fields)
  const values = { ...before.values, ...(!isDeceased && { dateOfDeath: null }), ...changed }
  refuseDateOfDeath(values, isDeceased)
  const written = Object.keys(changed) as PatientField[] // valuesOf answers fields only
  await refuseWrongPatient(ctx, values, written)
  const ruledOut = await comparePatient(ctx, values, { ruledOut: asked, changing: { id, before: before.values, changed } })
  if (ruledOut instanceof Problem) return ruledOut
  await setPatient(ctx, id, values, changed, fields)

  const who = { subjectId: id, patientId: id }
  const { locale, ...others } = fields
  const [isUpdated, isTranslated] = [Object.keys(others).length > 0, locale !== undefined && locale !== before.locale]
  const isRestored = archived === false && before.isArchived
  if (isUpdated) {
    // The timeline of the patient tells a death from its undoing.
    const death = isDeceased === before.isDeceased ? {} : { deceased: isDeceased }
    const detail = { fields: Object.keys(others), ...death, ...(identityCheck && { identityCheck }) }
    await audit(ctx, 'patientUpdated', { ...who, detail })
  }
  await ruleOut(ctx, id, ruledOut)
  const corrected = contactFields.filter((field) => field in changed && (changed[field] ?? '') !== (before.values[field] ?? ''))
  if (corrected.length > 0) await recordContactChange(ctx, id, corrected, identityCheck)
  if ('wardId' in changed && (changed.wardId ?? '') !== (before.values.wardId ?? ''))
    await enqueue(ctx, unassignRequestsJob, { patientId: id })
  if (isTranslated) await audit(ctx, 'patientLocaleUpdated', { ...who, detail: { locale } })
  if (isRestored) {
    await setArchived(ctx, id, false)
    await audit(ctx, 'patientRestored', who)
  }
  const isOptChanged = await changeOptOuts(ctx, id, before.optOuts, optedOutMethods)
  const hasDied = isDeceased && !before.isDeceased
  if (hasDied) await endRequestsOf(ctx, id, 'deceased')
  // A call that changes nothing still returns the record, so it is audited as a view.
  if (!isUpdated && !isTranslated && !isRestored && !isOptChanged) await audit(ctx, 'patientRead', who)
  const [patient] = await Promise.all([
    getPatient(ctx, id),
    (isUpdated || isTranslated || isOptChanged) && publishPatients(ctx, 'patient.updated', [id]),
    isRestored && publishPatients(ctx, 'patient.restored', [id]),
    hasDied && publishPatients(ctx, 'patient.deceased', [id]),
  ])
  return patient
}

/** The refusal of a change to a record that was merged into another. */
export const mergedRecord = 'This record was merged into another record. Change the other record, or undo the merge.'

const contactFields = ['phoneNumber', 'emailAddress'] as const

function refuseDateOfDeath({ dateOfDeath }: PatientValues, isDeceased: boolean) {
  if (dateOfDeath && !isDeceased) throw fieldProblem('dateOfDeath', 'Only a patient who has died has a date of death.')
}

/** Sets the methods that a user has recorded as opted out of. Returns whether anything changed. */
async function changeOptOuts(
  ctx: Context,
  id: string,
  before: LockedPatient['optOuts'],
  methods: readonly NotificationMethod[] | undefined,
) {
  if (!methods) return false
  const old = Object.keys(before) as NotificationMethod[] // Object.keys forgets the names
  const [added, removed] = [methods.filter((one) => !old.includes(one)), old.filter((one) => !methods.includes(one))]
  if (added.length + removed.length === 0) return false
  await setOptOuts(ctx, id, before, methods)
  for (const method of added) await followOptOut(ctx, [id], method, 'user')
  for (const method of removed) await audit(ctx, 'patientOptedIn', { subjectId: id, patientId: id, detail: { method } })
  return true
}

/** Archives a patient: hides them from the lists and ends their form requests. The record and its answers stay. */
export async function archivePatient(ctx: Context, id: string, endRequestsOf: EndRequestsOf) {
  const { isArchived } = await lockPatient(ctx, id)
  // The response contains the record even if nothing changes, so it is audited as a view.
  if (isArchived) await audit(ctx, 'patientRead', { subjectId: id, patientId: id })
  else {
    await setArchived(ctx, id, true)
    await Promise.all([audit(ctx, 'patientDeleted', { subjectId: id, patientId: id }), publishPatients(ctx, 'patient.archived', [id])])
    await endRequestsOf(ctx, id, 'archived')
  }
  return getPatient(ctx, id)
}

/** Throws every problem of a patient at once. Checks only the given fields, because an old record may break a newer rule. */
export async function refuseWrongPatient(ctx: Context, values: PatientValues, written: readonly PatientField[]) {
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
export function valuesOf({ address, ...fields }: NewPatient): PatientValues {
  const { mayBeContacted: _, leftOutOfNhsApp: _______, onRecord: __, locale: ___, ruledOut: ____, deceased: _____, ...others } = fields
  const { optedOutMethods: ______, ...texts } = others
  return Object.fromEntries(Object.entries({ ...texts, ...address }).filter(([, value]) => value !== undefined))
}

/** Creates many patients for an import, about 5,000 at a time. Returns their ids in the same order. */
export async function createPatients(ctx: Context, patients: readonly CheckedPatient[], { importJobId }: { importJobId?: string } = {}) {
  if (!patients.length) return []
  const ids = await insertPatients(ctx, patients, importJobId)
  await Promise.all([auditPatients(ctx, 'patientCreated', ids), publishPatients(ctx, 'patient.created', ids)])
  return ids
}

/** Adds missing phone numbers and email addresses. Known values stay, because the record counts. */
export async function fillContacts(ctx: Context, contacts: readonly Contacts[]) {
  if (contacts.length === 0) return
  const changed = await setMissingContacts(ctx, contacts)
  await Promise.all([auditPatients(ctx, 'patientUpdated', changed), publishPatients(ctx, 'patient.updated', changed)])
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
  await Promise.all([auditPatients(ctx, 'patientUpdated', revived), publishPatients(ctx, 'patient.restored', revived)])
  return revived
}

/** Archives patients whom the import created, whom nobody has changed since, and about whom nothing else is known. Returns their ids. */
export async function archiveImported(ctx: Context, importJobId: string, ids: string[]) {
  const archived = await archiveUntouched(ctx, importJobId, ids)
  if (archived.length)
    await Promise.all([auditPatients(ctx, 'patientDeleted', archived), publishPatients(ctx, 'patient.archived', archived)])
  return archived
}
