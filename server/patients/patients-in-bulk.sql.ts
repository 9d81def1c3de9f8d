import { v7 as timeOrderedId } from 'uuid'

import { sql, type RawBuilder } from 'kysely'

import { normaliseNhsNumber } from '#domain/nhs-number.ts'
import type { NotificationMethod } from '#domain/notification.ts'
import { normalisePostcode, type Identity } from '#domain/patient-match.ts'
import { isIsoDate } from '#domain/dates.ts'
import { nameKeyOf } from '#domain/patient-search.ts'
import type { Sex } from '#domain/patient-choices.ts'
import type { Context } from '#server/platform/context.ts'
import { ofThisOrganisation } from '#server/platform/name-organisation.sql.ts'

export type KnownPatient = {
  id: string
  nhsNumber: string | null
  firstName: string
  lastName: string
  dateOfBirth: string
  postcode: string
  isArchived: boolean
}

/** A patient whose fields were checked already (domain/imports/row.ts). */
export type CheckedPatient = {
  nhsNumber: string | null
  localPatientId: string | null
  firstName: string
  lastName: string
  /** ISO day. */
  dateOfBirth: string
  sex: Sex | null
  line1: string | null
  line2: string | null
  town: string | null
  county: string | null
  postcode: string | null
  /** E.164. */
  phoneNumber: string | null
  emailAddress: string | null
  preferredMethod: NotificationMethod | null
  wardId?: string | null
}

/**
 * Patients who may be one of these people: with the same number, or with three of four equal details, in which case one of the two has no
 * number (PAT-4). A record that was merged into another is never one of them. Each person is looked up in an index: for a join, the planner would read every patient.
 */
export async function findAlike({ tx }: Context, people: readonly Identity[]): Promise<KnownPatient[]> {
  const isNumbered = ({ nhsNumber }: Identity) => normaliseNhsNumber(nhsNumber ?? '') !== ''
  const [numbered, others] = [people.filter(isNumbered), people.filter((person) => !isNumbered(person))]
  const { rows } = await sql<KnownPatient>`
    select ${knownColumns} from patients p
    where ${ofThisOrganisation('p')} and p.nhs_number = any(${numbered.map(({ nhsNumber }) => normaliseNhsNumber(nhsNumber ?? ''))}::text[]) and p.merged_into_id is null
    union all ${alikeTo(numbered, sql`p.nhs_number is null`)}
    union all ${alikeTo(others, sql`true`)}`.execute(tx)
  return [...new Map(rows.map((patient) => [patient.id, patient])).values()]
}

export const knownColumns = sql`p.id, p.nhs_number as "nhsNumber", p.first_name as "firstName", p.last_name as "lastName", p.date_of_birth as "dateOfBirth",
  p.postcode, p.is_archived as "isArchived"`

/** Several people may share a date of birth and postcode, which are looked up once. */
function alikeTo(people: readonly Identity[], which: RawBuilder<unknown>) {
  const names = people.map(({ firstName, lastName }) => nameKeyOf(firstName, lastName))
  // A caller may not have checked the date yet. Nobody was born on a day that there is not.
  const births = people.map(({ dateOfBirth }) => (isIsoDate(dateOfBirth) ? dateOfBirth : null))
  const postcodes = people.map(({ postcode }) => normalisePostcode(postcode ?? ''))
  const each = (same: RawBuilder<unknown>) =>
    sql`cross join lateral (select ${knownColumns} from patients p where ${ofThisOrganisation('p')} and ${same} and ${which} and p.merged_into_id is null offset 0) as p`
  return sql`
    select p.* from (select distinct * from unnest(${names}::text[], ${births}::date[]) as s(name, birth)) as s
      ${each(sql`p.name_key = s.name and p.date_of_birth = s.birth`)}
    union all select p.* from (select distinct * from unnest(${names}::text[], ${postcodes}::text[]) as s(name, postcode) where postcode <> '') as s
      ${each(sql`p.name_key = s.name and p.postcode = s.postcode`)}
    union all select p.* from (select distinct * from unnest(${births}::date[], ${postcodes}::text[]) as s(birth, postcode) where postcode <> '') as s
      ${each(sql`p.date_of_birth = s.birth and p.postcode = s.postcode`)}`
}

/** Inserts patients in one statement and returns their ids in the same order. Fails as a whole if an NHS number is taken. */
export async function insertPatients({ tx }: Context, patients: readonly CheckedPatient[], importJobId?: string) {
  const ids = patients.map(() => timeOrderedId())
  await sql`
    insert into patients (id, ${columns}, import_job_id)
    select n.*, ${importJobId ?? null}::uuid from ${tableOf(ids, patients)}`.execute(tx)
  return ids
}

const columns = sql`nhs_number, local_patient_id, first_name, last_name, name_key, date_of_birth, sex, line1, line2, town, county, postcode,
  phone_number, email_address, preferred_method, ward_id`

/** The rows, with the alias n. */
export function tableOf(ids: readonly string[], patients: readonly CheckedPatient[]) {
  const all = <K extends keyof CheckedPatient>(field: K, blank: null | '' = null) => patients.map((patient) => patient[field] || blank)
  return sql`unnest(
      ${ids}::uuid[], ${all('nhsNumber')}::text[], ${all('localPatientId')}::text[], ${all('firstName')}::text[], ${all('lastName')}::text[],
      ${patients.map(({ firstName, lastName }) => nameKeyOf(firstName, lastName))}::text[], ${all('dateOfBirth')}::date[], ${all('sex')}::text[],
      ${all('line1', '')}::text[], ${all('line2', '')}::text[], ${all('town', '')}::text[], ${all('county', '')}::text[],
      ${patients.map(({ postcode }) => normalisePostcode(postcode ?? ''))}::text[], ${all('phoneNumber')}::text[], ${all('emailAddress')}::text[],
      ${all('preferredMethod')}::text[], ${all('wardId')}::uuid[]) as n(id, ${columns})`
}

export type Contacts = { id: string; phoneNumber: string | null; emailAddress: string | null }

/** Returns the ids of the changed patients. If several rows are about one patient, a row with a value counts. */
export async function setMissingContacts({ tx }: Context, contacts: readonly Contacts[]) {
  const { rows } = await sql<{ id: string }>`
    update patients p set phone_number = coalesce(p.phone_number, c.phone), email_address = coalesce(p.email_address, c.email)
    from (
      select id, max(phone) as phone, max(email) as email
      from unnest(${contacts.map(({ id }) => id)}::uuid[], ${contacts.map(({ phoneNumber }) => phoneNumber)}::text[],
        ${contacts.map(({ emailAddress }) => emailAddress || null)}::text[]) as given(id, phone, email)
      group by id) c
    where ${ofThisOrganisation('p')} and p.id = c.id and (p.phone_number is null and c.phone is not null or p.email_address is null and c.email is not null)
    returning p.id`.execute(tx)
  return rows.map(({ id }) => id)
}
