import { sql } from 'kysely'

import type { Context } from '#server/platform/context.ts'
import { ofThisOrganisation } from '#server/platform/name-organisation.sql.ts'

import { tableOf, type CheckedPatient } from './patients-in-bulk.sql.ts'

/** Locks the patients until the transaction ends, so that nobody sends them a form or changes them meanwhile. */
export const lockImported = async ({ tx }: Context, importJobId: string, ids: readonly string[]) =>
  tx
    .selectFrom('patients')
    .select('id')
    .where(sql<boolean>`id = any(${ids}::uuid[])`)
    .where('import_job_id', '=', importJobId)
    .orderBy('id')
    .forUpdate()
    .execute()

/**
 * Archives patients about whom nothing else is known than withdrawn requests of the imports that created them. Returns the archived ids.
 */
export async function archiveUntouched({ tx }: Context, importJobId: string, ids: readonly string[]) {
  const { rows } = await sql<{ id: string }>`
    update patients p set archived_at = now(), import_wrote_at = now()
    where ${ofThisOrganisation('p')} and p.id = any(${ids}::uuid[]) and p.import_job_id = ${importJobId}::uuid and p.archived_at is null
      and p.updated_at = coalesce(p.import_wrote_at, p.created_at)
      and not exists (select from form_requests r where r.organisation_id = p.organisation_id and r.patient_id = p.id
                      and (r.status <> 'sent_in_error' or r.import_job_id is distinct from ${importJobId}::uuid and r.created_at >= p.updated_at))
    returning p.id`.execute(tx)
  return rows.map(({ id }) => id)
}

/** Archived because the import that created them was undone, and unchanged since. */
export const isArchivedByUndo = sql<boolean>`archived_at is not null and updated_at is not distinct from import_wrote_at`

export async function findUndone({ tx }: Context, ids: readonly string[]) {
  const rows = await tx
    .selectFrom('patients')
    .select('id')
    .where(sql<boolean>`id = any(${ids}::uuid[])`)
    .where(isArchivedByUndo)
    .execute()
  return new Set(rows.map(({ id }) => id))
}

/** Restores patients with the values of the import that names them again. Returns the restored ids. */
export async function reviveUntouched({ tx }: Context, importJobId: string, patients: readonly (CheckedPatient & { id: string })[]) {
  const ids = patients.map(({ id }) => id)
  const { rows } = await sql<{ id: string }>`
    update patients p set archived_at = null, import_job_id = ${importJobId}::uuid, import_wrote_at = now(),
      local_patient_id = n.local_patient_id, first_name = n.first_name, last_name = n.last_name, name_key = n.name_key,
      date_of_birth = n.date_of_birth, sex = n.sex, line1 = n.line1, line2 = n.line2, town = n.town, county = n.county, postcode = n.postcode,
      phone_number = n.phone_number, email_address = n.email_address, preferred_method = n.preferred_method
    from ${tableOf(ids, patients)}
    where ${ofThisOrganisation('p')} and p.id = n.id
    returning p.id`.execute(tx)
  return rows.map(({ id }) => id)
}
