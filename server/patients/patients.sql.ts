import { sql } from 'kysely'
import type { z } from 'zod'

import type { Patient, patients } from '#contract/patients.ts'
import type { NotificationMethod } from '#domain/notification.ts'
import type { AdmissionStatus, Sex } from '#domain/patient-choices.ts'
import { compiledOnce, type Later } from '#server/platform/compiled-once.sql.ts'
import type { Context } from '#server/platform/context.ts'
import { tenOrMore } from '#server/platform/generic-plan.sql.ts'
import { Problem } from '#server/platform/problem.ts'

import { findPage } from './listing/find-page.sql.ts'
import { openRequests } from './listing/patient-filters.sql.ts'
import type { PatientsQuery } from './listing/patients-page.sql.ts'
import type { OptOuts } from './opt-outs.sql.ts'

const patientsOf = (tx: Context['tx']) =>
  tx
    .selectFrom('patients as p')
    .leftJoin('wards as w', (join) => join.onRef('w.organisation_id', '=', 'p.organisation_id').onRef('w.id', '=', 'p.ward_id'))
    .select([
      'p.id',
      'p.nhs_number',
      'p.local_patient_id',
      'p.first_name',
      'p.last_name',
      'p.date_of_birth',
      'p.sex',
      'p.line1',
      'p.line2',
      'p.town',
      'p.county',
      'p.postcode',
      'p.phone_number',
      'p.email_address',
      'p.preferred_method',
      'p.may_be_contacted',
      'p.is_left_out_of_nhs_app',
      'p.is_deceased',
      'p.date_of_death',
      'p.admission_status',
      'p.is_submitted',
      'p.is_on_record',
      'p.locale',
      'p.ward_id',
      'p.archived_at',
      'p.merged_into_id',
      'p.hold_since',
      'p.hold_reason',
      'p.created_at',
      'p.updated_at',
      'p.opt_outs',
      'p.opted_out_methods',
    ])
    .select('w.name as ward_name')
    .select(sql<number>`(select count(*) from (${openRequests}) open)`.as('open_requests'))

export async function listPatients(ctx: Context, query: PatientsQuery): Promise<z.input<typeof patients.list.response>> {
  const { ids, total, isCountCapped, cursor } = await findPage(ctx, query)
  return { docs: await getPatients(ctx, ids), page: query.page, totalDocs: total, isCountCapped, cursor }
}

export async function getPatient({ tx }: Context, id: string): Promise<Patient> {
  const row = await patientsOf(tx).where('p.id', '=', id).executeTakeFirst()
  if (!row) throw new Problem('not_found')
  return toPatient(row)
}

/** In the order of the ids. Leaves out patients whom the member may not see. */
export async function getPatients({ tx }: Context, ids: readonly string[]): Promise<Patient[]> {
  return (await findPatients(tx, tenOrMore(ids))).map(toPatient)
}

const findPatients = compiledOnce((tx, ids: Later<readonly string[]>) =>
  patientsOf(tx)
    .where(sql<boolean>`p.id = any(${ids}::uuid[])`)
    .orderBy(sql`array_position(${ids}::uuid[], p.id)`),
)

export async function getPatientByNhsNumber({ tx }: Context, digits: string): Promise<Patient> {
  const row = await patientsOf(tx).where('p.nhs_number', '=', digits).executeTakeFirst()
  if (!row) throw new Problem('not_found')
  return toPatient(row)
}

type Row = Awaited<ReturnType<ReturnType<typeof patientsOf>['executeTakeFirstOrThrow']>>

function optOutsOf({ opt_outs, opted_out_methods }: Pick<Row, 'opt_outs' | 'opted_out_methods'>) {
  const [optOuts, methods] = [opt_outs as OptOuts, opted_out_methods as NotificationMethod[]] // as written; the second is computed from the first
  return { optedOutMethods: methods, optOuts: methods.flatMap((method) => (optOuts[method] ? [{ method, ...optOuts[method] }] : [])) }
}

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
  leftOutOfNhsApp: row.is_left_out_of_nhs_app,
  deceased: row.is_deceased,
  dateOfDeath: row.date_of_death,
  ...optOutsOf(row),
  admissionStatus: row.admission_status as AdmissionStatus,
  submitted: row.is_submitted,
  onRecord: row.is_on_record,
  locale: row.locale,
  ward: row.ward_id && row.ward_name !== null ? { id: row.ward_id, name: row.ward_name } : null,
  archived: row.archived_at !== null,
  archivedAt: row.archived_at,
  mergedIntoId: row.merged_into_id,
  legalHold: row.hold_since === null ? null : { since: row.hold_since, reason: row.hold_reason },
  openRequests: row.open_requests,
  createdAt: row.created_at,
  updatedAt: row.updated_at,
})
