import type { patients } from '#contract/patients.ts'
import type { Input } from '#contract/route.ts'
import { normaliseNhsNumber } from '#domain/nhs-number.ts'
import { isSameFirstName, normaliseName } from '#domain/patient-match.ts'
import type { PatientValues } from '#domain/patient-rules.ts'
import { audit } from '#server/platform/audit.sql.ts'
import type { Context } from '#server/platform/context.ts'
import { lockKeys } from '#server/platform/lock-keys.sql.ts'
import { Problem } from '#server/platform/problem.ts'

import { identityOf, keysOf, matchPatients, refuseDoubtful } from './match-patients.ts'
import { differingFields, findByLocalId, lockPatient } from './patient-rows.sql.ts'
import type { KnownPatient } from './patients-in-bulk.sql.ts'
import { getPatient } from './patients.sql.ts'
import { createPatient, type EndRequestsOf, updatePatient, valuesOf } from './patients.ts'

type Saved = Input<typeof patients.save>['body']

/** Adds the patient, or changes the one who is surely the same person, by the rules of an import (PAT-4). */
export async function savePatient(ctx: Context, body: Saved, endRequestsOf: EndRequestsOf) {
  const values = valuesOf(body)
  const localId = (values.localPatientId ?? '').toLowerCase()
  // The lock makes the second of two simultaneous calls about one person see the patient of the first.
  await lockKeys(ctx, [...keysOf(identityOf(values)), ...(localId ? [`l ${localId}`] : [])])
  const [[match], byLocalId] = await Promise.all([matchPatients(ctx, [identityOf(values)]), localId ? findByLocalId(ctx, localId) : []])
  const byNumber = match?.kind === 'matched' && match.by === 'nhs_number' ? match.candidate : undefined
  const candidates = new Map([...(byNumber ? [byNumber] : []), ...byLocalId].map((one) => [one.id, one]))
  const [known] = candidates.values()

  if (!known) return create(ctx, body)
  const isNamedTwice = byNumber !== undefined && byLocalId.length === 1
  const isSure = candidates.size === 1 && (isNamedTwice || isSamePerson(values, known))
  if (!isSure || hasOtherNumber(values, known)) return refuseDoubtful(ctx, [...candidates.values()], values)
  if (known.isArchived) throw new Problem('conflict', 'This patient is archived. Restore the patient first.')
  return change(ctx, known.id, body, byLocalId.length > 0, endRequestsOf)
}

async function create(ctx: Context, body: Saved) {
  if (!ctx.actor.permissions.includes('patient:create')) throw new Problem('not_permitted')
  const patient = await createPatient(ctx, { onRecord: true, ...body })
  return patient instanceof Problem ? patient : { result: 'created' as const, patient }
}

async function change(ctx: Context, id: string, body: Saved, isFoundByLocalId: boolean, endRequestsOf: EndRequestsOf) {
  const before = await lockPatient(ctx, id)
  const { localPatientId, ...others } = body
  // A patient who is found by another local patient ID than the record has was merged. The ID that the merge chose stays.
  const stored = before.values.localPatientId?.toLowerCase()
  const isOfMerge = isFoundByLocalId && stored !== undefined && stored !== localPatientId?.toLowerCase()
  const changes = differingFields(before, { onRecord: true, ...(isOfMerge ? others : body) })
  if (Object.keys(changes).length === 0) {
    await audit(ctx, 'patientRead', { subjectId: id, patientId: id })
    return { result: 'unchanged' as const, patient: await getPatient(ctx, id) }
  }
  const patient = await updatePatient(ctx, id, changes, endRequestsOf)
  return patient instanceof Problem ? patient : { result: 'updated' as const, patient }
}

/** One identifier alone may be mistyped: name and date of birth must agree as well. */
function isSamePerson({ firstName, lastName, dateOfBirth }: PatientValues, known: KnownPatient) {
  return (
    isSameFirstName(firstName ?? '', known.firstName) &&
    normaliseName(lastName ?? '') === normaliseName(known.lastName) &&
    dateOfBirth === known.dateOfBirth
  )
}

/** Two different NHS numbers are never one patient. */
function hasOtherNumber(values: PatientValues, { nhsNumber }: KnownPatient) {
  const given = normaliseNhsNumber(values.nhsNumber ?? '')
  return given !== '' && nhsNumber !== null && given !== nhsNumber
}
