import { sql, type RawBuilder } from 'kysely'
import type { z } from 'zod'

import type { Patient, patients, PatientFilters } from '#contract/patients.ts'
import type { Input } from '#contract/route.ts'
import type { NotificationMethod } from '#domain/notification.ts'
import type { AdmissionStatus, Sex } from '#domain/patient-rules.ts'
import type { Context } from '#server/platform/context.ts'
import { Problem } from '#server/platform/problem.ts'

import { conditionsOf, isByName, isEveryone, openRequests } from './patient-filters.sql.ts'

type Query = Input<typeof patients.list>['query']

const columns = {
  lastName: sql`p.name_key`,
  dateOfBirth: sql`p.date_of_birth`,
  nhsNumber: sql`p.nhs_number`,
  createdAt: sql`p.created_at`,
} as const

const patientsOf = (tx: Context['tx']) =>
  tx
    .selectFrom('patients as p')
    .leftJoin('wards as w', (join) => join.onRef('w.organisation_id', '=', 'p.organisation_id').onRef('w.id', '=', 'p.ward_id'))
    .selectAll('p')
    .select('w.name as ward_name')
    .select(sql<number>`(select count(*) from (${openRequests}) open)`.as('open_requests'))

export async function listPatients(
  { tx }: Context,
  { page, limit, sort = 'lastName', filters }: Query,
): Promise<z.input<typeof patients.list.response>> {
  const column = columns[sort.replace('-', '') as keyof typeof columns] // the contract lets only the four names through
  const direction = sql.raw(sort.startsWith('-') ? 'desc' : 'asc')
  const order = sql`${column} ${direction}, p.id ${direction}`
  const asked = { conditions: conditionsOf(filters), order, column, limit, offset: (page - 1) * limit }
  if (isByName(filters)) {
    const { ids, total } = await findByName(tx, asked)
    return {
      docs: (
        await patientsOf(tx)
          .where(sql<boolean>`p.id = any(${ids}::uuid[])`)
          .orderBy(order)
          .execute()
      ).map(toPatient),
      page,
      totalDocs: total,
    }
  }
  // The ids come from the index of the order alone, so that the pages skipped are never read.
  const ids = sql<boolean>`p.id = any(array(
    select p.id from patients p where ${asked.conditions} order by ${order} limit ${limit} offset ${asked.offset}))`
  const [rows, totalDocs] = await Promise.all([patientsOf(tx).where(ids).orderBy(order).execute(), count(tx, filters)])
  return { docs: rows.map(toPatient), page, totalDocs }
}

type Asked = Record<'conditions' | 'order' | 'column', RawBuilder<unknown>> & { limit: number; offset: number }

async function findByName(tx: Context['tx'], { conditions, order, column, limit, offset }: Asked) {
  const { rows } = await sql<{ ids: string[]; total: number }>`
    with p as materialized (select p.id, ${column} from patients p where ${conditions})
    select (select count(*) from p) as total, array(select p.id from p order by ${order} limit ${limit} offset ${offset}) as ids`.execute(
    tx,
  )
  return rows[0]! // a select without a table answers one row
}

async function count(tx: Context['tx'], filters: PatientFilters) {
  const counted = sql<number>`(select count(*) from patients p where ${conditionsOf(filters)})`
  const known = filters.archived ? sql`patients - active_patients` : sql`active_patients`
  const total = isEveryone(filters)
    ? sql<number>`case when ward_limited_member() is null
        then (select coalesce(sum(${known}), 0)::bigint from organisation_totals where organisation_id = current_organisation())
        else ${counted} end`
    : counted
  const { rows } = await sql<{ total: number }>`select ${total} as total`.execute(tx)
  return rows[0]!.total // an aggregate answers one row
}

export async function getPatient({ tx }: Context, id: string): Promise<Patient> {
  const row = await patientsOf(tx).where('p.id', '=', id).executeTakeFirst()
  if (!row) throw new Problem('not_found')
  return toPatient(row)
}

export async function getPatientByNhsNumber({ tx }: Context, digits: string): Promise<Patient> {
  const row = await patientsOf(tx).where('p.nhs_number', '=', digits).executeTakeFirst()
  if (!row) throw new Problem('not_found')
  return toPatient(row)
}

type Row = Awaited<ReturnType<ReturnType<typeof patientsOf>['executeTakeFirstOrThrow']>>

const toPatient = (row: Row): Patient => ({
  id: row.id,
  nhsNumber: row.nhs_number,
  localPatientId: row.local_patient_id,
  firstName: row.first_name,
  lastName: row.last_name,
  fullName: `${row.first_name} ${row.last_name}`,
  dateOfBirth: row.date_of_birth,
  // Casts here because check constraints hold the same words.
  sex: row.sex as Sex | null,
  address: { line1: row.line1, line2: row.line2, town: row.town, county: row.county, postcode: row.postcode },
  phoneNumber: row.phone_number,
  emailAddress: row.email_address,
  preferredMethod: row.preferred_method as NotificationMethod | null,
  mayBeContacted: row.may_be_contacted,
  admissionStatus: row.admission_status as AdmissionStatus,
  submitted: row.is_submitted,
  onRecord: row.is_on_record,
  locale: row.locale,
  ward: row.ward_id && row.ward_name !== null ? { id: row.ward_id, name: row.ward_name } : null,
  archived: row.archived_at !== null,
  archivedAt: row.archived_at,
  openRequests: row.open_requests,
  createdAt: row.created_at,
  updatedAt: row.updated_at,
})
