import { sql } from 'kysely'

import type { NewPatient } from '#contract/patients.ts'
import { normaliseNhsNumber } from '#domain/nhs-number.ts'
import { normalisePostcode } from '#domain/patient-match.ts'
import { nameKeyOf } from '#domain/patient-search.ts'
import type { PatientField, PatientValues } from '#domain/patient-rules.ts'
import { normalisePhone } from '#domain/phone.ts'
import type { Context } from '#server/platform/context.ts'
import { Problem } from '#server/platform/problem.ts'

export type LockedPatient = { values: PatientValues; locale: string; isArchived: boolean }

/** Locks the row until the transaction ends, so that two writers do not overwrite each other. */
export async function lockPatient({ tx }: Context, id: string): Promise<LockedPatient> {
  const row = await tx.selectFrom('patients').selectAll().where('id', '=', id).forUpdate().executeTakeFirst()
  if (!row) throw new Problem('not_found')
  const values = Object.fromEntries(fieldNames.map((field) => [field, row[columnNames[field]]]))
  return { values, locale: row.locale, isArchived: row.archived_at !== null }
}

export async function insertPatient({ tx }: Context, values: PatientValues, fields: NewPatient) {
  const { firstName = '', lastName = '', dateOfBirth = '' } = values
  const { id } = await tx
    .insertInto('patients')
    .values({
      ...kept(values, fields),
      first_name: firstName ?? '',
      last_name: lastName ?? '',
      date_of_birth: dateOfBirth ?? '',
      name_key: nameKeyOf(values.firstName ?? '', values.lastName ?? ''),
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  return id
}

/** @param values the patient after the change, @param changed the fields that differ */
export async function setPatient({ tx }: Context, id: string, values: PatientValues, changed: PatientValues, fields: NewPatient) {
  const isRenamed = 'firstName' in changed || 'lastName' in changed
  const columns = { ...kept(changed, fields), ...(isRenamed && { name_key: nameKeyOf(values.firstName ?? '', values.lastName ?? '') }) }
  if (Object.keys(columns).length) await tx.updateTable('patients').set(columns).where('id', '=', id).execute()
}

export async function setArchived({ tx }: Context, id: string, isArchived: boolean) {
  await tx
    .updateTable('patients')
    .set({ archived_at: isArchived ? new Date().toISOString() : null })
    .where('id', '=', id)
    .execute()
}

/** Whether the actor may add patients to a ward, or to no ward (MEM-4). */
export async function canUseWard({ tx }: Context, wardId: string | null) {
  const limited = sql`(select ward_limited_member())`
  const allowed = wardId
    ? sql<boolean>`exists (select from wards w where w.id = ${wardId}::uuid and not w.is_archived and (${limited} is null
        or exists (select from member_wards m where m.ward_id = w.id and m.member_id = ${limited})))`
    : sql<boolean>`${limited} is null`
  const { rows } = await sql<{ allowed: boolean }>`select ${allowed} as allowed`.execute(tx)
  return rows[0]!.allowed // a select without a table answers one row
}

const columnNames = {
  nhsNumber: 'nhs_number',
  localPatientId: 'local_patient_id',
  firstName: 'first_name',
  lastName: 'last_name',
  dateOfBirth: 'date_of_birth',
  sex: 'sex',
  phoneNumber: 'phone_number',
  emailAddress: 'email_address',
  preferredMethod: 'preferred_method',
  line1: 'line1',
  line2: 'line2',
  town: 'town',
  county: 'county',
  postcode: 'postcode',
  admissionStatus: 'admission_status',
  wardId: 'ward_id',
} as const satisfies Record<PatientField, string>
const fieldNames = Object.keys(columnNames) as PatientField[] // Object.keys forgets the names

const orNull = (text: string) => text || null
/** The stored form of a text, so that two spellings are not two values. A blank text is null where the column allows it. */
const forms: Partial<Record<PatientField, (text: string) => string | null>> = {
  nhsNumber: (text) => orNull(normaliseNhsNumber(text)),
  localPatientId: orNull,
  sex: orNull,
  phoneNumber: (text) => normalisePhone(text) ?? null,
  emailAddress: orNull,
  preferredMethod: orNull,
  postcode: normalisePostcode,
  wardId: orNull,
}

const kept = (values: PatientValues, { mayBeContacted, onRecord, locale }: NewPatient) => ({
  ...Object.fromEntries(
    fieldNames.filter((field) => field in values).map((field) => [columnNames[field], (forms[field] ?? String)(values[field] ?? '')]),
  ),
  ...(mayBeContacted !== undefined && { may_be_contacted: mayBeContacted }),
  ...(onRecord !== undefined && { is_on_record: onRecord }),
  ...(locale !== undefined && { locale }),
})
