import { type RawBuilder, sql } from 'kysely'

import type { NewPatient } from '#contract/patients.ts'
import { normaliseNhsNumber } from '#domain/nhs-number.ts'
import type { NotificationMethod } from '#domain/notification.ts'
import { normalisePostcode } from '#domain/patient-match.ts'
import { nameKeyOf } from '#domain/patient-search.ts'
import type { PatientField, PatientValues } from '#domain/patient-rules.ts'
import { normalisePhone } from '#domain/phone.ts'
import type { Context } from '#server/platform/context.ts'
import { ofThisOrganisation } from '#server/platform/name-organisation.sql.ts'
import { Problem } from '#server/platform/problem.ts'

import type { OptOuts } from './opt-outs.sql.ts'
import { type KnownPatient, knownColumns } from './patients-in-bulk.sql.ts'

export type LockedPatient = {
  values: PatientValues
  locale: string
  isArchived: boolean
  isDeceased: boolean
  isOnRecord: boolean
  mayBeContacted: boolean
  isLeftOutOfNhsApp: boolean
  mergedIntoId: string | null
  optOuts: OptOuts
}

/** Locks the row until the transaction ends, so that two writers do not overwrite each other. */
export async function lockPatient({ tx }: Context, id: string): Promise<LockedPatient> {
  const row = await tx
    .selectFrom('patients')
    .select([
      ...fieldNames.map((field) => columnNames[field]),
      'locale',
      'archived_at',
      'is_deceased',
      'is_on_record',
      'may_be_contacted',
      'is_left_out_of_nhs_app',
      'merged_into_id',
      'opt_outs',
    ])
    .where('id', '=', id)
    .forUpdate()
    .executeTakeFirst()
  if (!row) throw new Problem('not_found')
  const values = Object.fromEntries(fieldNames.map((field) => [field, row[columnNames[field]]]))
  return {
    values,
    locale: row.locale,
    isArchived: row.archived_at !== null,
    isDeceased: row.is_deceased,
    isOnRecord: row.is_on_record,
    mayBeContacted: row.may_be_contacted,
    isLeftOutOfNhsApp: row.is_left_out_of_nhs_app,
    mergedIntoId: row.merged_into_id,
    optOuts: row.opt_outs as OptOuts, // written by setOptOuts and addOptOut only
  }
}

/**
 * The patients with this local patient ID, in lower case. Archived ones are included. For a merged record, the record that was kept is found. An ID that
 * no record has any more, because a merge replaced it, finds the kept record too.
 */
export async function findByLocalId({ tx, organisationId }: Context, localId: string): Promise<KnownPatient[]> {
  const findKept = async (named: RawBuilder<unknown>) => {
    const { rows } = await sql<KnownPatient>`
      with recursive named (id, merged_into_id) as (
        ${named}
        union select p.id, p.merged_into_id from named join patients p on p.id = named.merged_into_id
        where p.organisation_id = ${organisationId}::uuid)
      select ${knownColumns} from patients p
      where p.organisation_id = ${organisationId}::uuid and p.id in (select id from named where merged_into_id is null)
      order by p.id`.execute(tx)
    return rows
  }
  const found = await findKept(sql`
    select p.id, p.merged_into_id from patients p
    where p.organisation_id = ${organisationId}::uuid and p.is_archived in (true, false) and p.local_patient_id_key = ${localId}`)
  if (found.length > 0) return found
  return findKept(sql`
    select p.id, p.merged_into_id from patient_merges g join patients p on p.organisation_id = g.organisation_id and p.id = g.kept_id
    where g.organisation_id = ${organisationId}::uuid and g.undone_at is null
      and lower(g.fields -> 'local_patient_id' ->> 'before') = ${localId}`)
}

/** The fields that would change the record. A text that is stored in another form, such as a phone number, is compared in that form. */
export function differingFields(stored: LockedPatient, { address = {}, optedOutMethods, ...fields }: NewPatient): NewPatient {
  const { values, locale } = stored
  const choices: Record<string, unknown> = {
    locale,
    deceased: stored.isDeceased,
    onRecord: stored.isOnRecord,
    mayBeContacted: stored.mayBeContacted,
    leftOutOfNhsApp: stored.isLeftOutOfNhsApp,
  }
  const isOther = (name: string, given: unknown) => {
    if (given === undefined) return false
    if (name in choices) return given !== choices[name]
    const field = name as PatientField // every other field is a text of the record
    const text = typeof given === 'string' ? given : ''
    return ((forms[field] ?? String)(text) ?? '') !== (values[field] ?? '')
  }
  const differing = (all: object) => Object.fromEntries(Object.entries(all).filter(([name, given]) => isOther(name, given)))
  const changedAddress = differing(address)
  return {
    ...differing(fields),
    ...(Object.keys(changedAddress).length > 0 && { address: changedAddress }),
    ...(optedOutMethods && !isSameList(optedOutMethods, Object.keys(stored.optOuts)) && { optedOutMethods }),
  }
}

const isSameList = (one: readonly string[], other: readonly string[]) => one.toSorted().join() === other.toSorted().join()

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

/** Replaces the opt-outs of a patient. Those that stay keep when and how the patient opted out. */
export async function setOptOuts({ tx }: Context, id: string, before: OptOuts, methods: readonly NotificationMethod[]) {
  const added = { at: new Date().toISOString(), by: 'user' } as const
  const optOuts: OptOuts = Object.fromEntries(methods.map((method) => [method, before[method] ?? added]))
  await tx
    .updateTable('patients')
    .set({ opt_outs: JSON.stringify(optOuts) })
    .where('id', '=', id)
    .execute()
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
    ? sql<boolean>`exists (select from wards w where ${ofThisOrganisation('w')} and w.id = ${wardId}::uuid and not w.is_archived and (${limited} is null
        or exists (select from member_wards m where m.organisation_id = w.organisation_id and m.ward_id = w.id and m.member_id = ${limited})))`
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
  dateOfDeath: 'date_of_death',
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
  dateOfDeath: orNull,
  sex: orNull,
  phoneNumber: (text) => normalisePhone(text) ?? null,
  emailAddress: orNull,
  preferredMethod: orNull,
  postcode: normalisePostcode,
  wardId: orNull,
}

const kept = (values: PatientValues, { mayBeContacted, leftOutOfNhsApp, deceased, onRecord, locale }: NewPatient) => ({
  ...Object.fromEntries(
    fieldNames.filter((field) => field in values).map((field) => [columnNames[field], (forms[field] ?? String)(values[field] ?? '')]),
  ),
  ...(mayBeContacted !== undefined && { may_be_contacted: mayBeContacted }),
  ...(leftOutOfNhsApp !== undefined && { is_left_out_of_nhs_app: leftOutOfNhsApp }),
  ...(deceased !== undefined && { is_deceased: deceased }),
  // A patient who has not died has no date of death.
  ...(deceased === false && { date_of_death: null }),
  ...(onRecord !== undefined && { is_on_record: onRecord }),
  ...(locale !== undefined && { locale }),
})
