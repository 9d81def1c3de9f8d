import { sql } from 'kysely'

import type { RequestStatus } from '#domain/request-status.ts'
import type { Context } from '#server/platform/context.ts'
import type { Tx } from '#server/platform/database.ts'

/** What a transaction must be bound to, to see who has a patient with this NHS number, and nothing else. */
export const keyOfNhsNumber = (nhsNumber: string) => `nhs-number:${nhsNumber}`

/** The organisations that have the patient, in a transaction that is bound to `keyOfNhsNumber`. */
export async function findOrganisationsOf(tx: Tx, nhsNumber: string) {
  const rows = await tx
    .selectFrom('nhs_app_patients')
    .select('organisation_id')
    .where('nhs_number', '=', nhsNumber)
    // A constant and no parameter: only then may a prepared statement use the index of current patients.
    .where('is_current', '=', sql.lit(true))
    // The tasks of an organisation that is being moved are shown again when it works in the other installation.
    .where((eb) => eb.not(eb.exists(eb.selectFrom('moved_organisations as m').whereRef('m.id', '=', 'organisation_id').select('m.id'))))
    .orderBy('organisation_id')
    .execute()
  return rows.map((row) => row.organisation_id)
}

/** The patient, if the organisation shows its form requests in the NHS App and the record has the same date of birth. */
export async function findShownPatient({ tx, organisationId }: Context, nhsNumber: string, dateOfBirth: string) {
  return tx
    .selectFrom('patients as p')
    .innerJoin('nhs_app_settings as s', 's.organisation_id', 'p.organisation_id')
    .innerJoin('organisations as o', 'o.id', 'p.organisation_id')
    .select(['p.id', 'o.name', 'o.ods_code as odsCode'])
    .where('p.organisation_id', '=', organisationId)
    .where('p.nhs_number', '=', nhsNumber)
    .where('p.date_of_birth', '=', dateOfBirth)
    .where('p.is_archived', '=', false)
    .where('p.is_deceased', '=', false)
    .where('p.is_left_out_of_nhs_app', '=', false)
    .where('s.is_on', '=', true)
    .executeTakeFirst()
}

export type ShownRequest = {
  id: string
  status: RequestStatus
  formType: string
  specialty: string
  pathwayId: string
  sendAt: string
  notifiedAt: string | null
  completedAt: string | null
  expiresAt: string
}

/** The most form requests of a patient in one organisation that the feed shows, the newest first. */
const maxRequests = 500

/** The form requests that the patient has got, without those of sensitive forms and of excluded clinics and specialties. */
export async function listShownRequests({ tx, organisationId }: Context, patientId: string): Promise<ShownRequest[]> {
  const rows = await tx
    .selectFrom('form_requests as r')
    .innerJoin('forms as f', (on) => on.onRef('f.organisation_id', '=', 'r.organisation_id').onRef('f.id', '=', 'r.form_id'))
    .innerJoin('nhs_app_settings as s', 's.organisation_id', 'r.organisation_id')
    .select(['r.id', 'r.status', 'r.specialty', 'r.pathway_id', 'r.send_at', 'r.notified_at', 'r.completed_at', 'r.expires_at', 'f.type'])
    .where('r.organisation_id', '=', organisationId)
    .where('r.patient_id', '=', patientId)
    .where('r.send_at', '<=', sql<string>`now()`)
    .where('f.is_sensitive', '=', false)
    .where(sql<boolean>`not r.specialty = any(s.excluded_specialties)`)
    .where(
      sql<boolean>`not exists (
      select from unnest(s.excluded_clinics) clinic where lower(clinic) in (lower(r.location), lower(coalesce(f.pep_code, ''))))`,
    )
    .orderBy('r.created_at', 'desc')
    .orderBy('r.id')
    .limit(maxRequests)
    .execute()
  return rows.map((row) => ({
    id: row.id,
    status: row.status as RequestStatus, // a check constraint holds the same seven
    formType: row.type,
    specialty: row.specialty,
    pathwayId: row.pathway_id,
    sendAt: row.send_at,
    notifiedAt: row.notified_at,
    completedAt: row.completed_at,
    expiresAt: row.expires_at,
  }))
}
