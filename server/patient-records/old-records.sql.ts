import { sql } from 'kysely'

import type { OldRecords } from '#contract/patient-records.ts'
import { childRecords, oldRecordsCounted, oldRecordsShown } from '#domain/patient-records.ts'
import type { Context } from '#server/platform/context.ts'

/** The last change of the patient, of a form request with its timeline and notes, or of a series. A view is no change. */
const lastActivity = sql`greatest(p.updated_at,
  (select max(r.updated_at) from form_requests r where r.organisation_id = p.organisation_id and r.patient_id = p.id),
  (select max(t.at) from form_requests r join form_request_events t on t.organisation_id = r.organisation_id and t.request_id = r.id
   where r.organisation_id = p.organisation_id and r.patient_id = p.id),
  (select max(e.updated_at) from series_enrolments e where e.organisation_id = p.organisation_id and e.patient_id = p.id))`

/** Read once for a statement, so that the first condition is checked in the scan of the patients. */
const periodBegan = (organisationId: string) =>
  sql`(select now() - make_interval(years => o.retention_years) from organisations o where o.id = ${organisationId}::uuid)`

/**
 * Whether the record of patient `p` is past its retention period: no change within the period, nothing that is still open (a form request, an entry of
 * the waiting list, a removal, a message, a series), no legal hold, and the age of childRecords. A merged record ends with
 * the record it was merged into. Adults are known by the date of birth alone; the other conditions look into other tables.
 */
const isOld = (organisationId: string) => sql<boolean>`
  p.updated_at < ${periodBegan(organisationId)}
  and p.hold_since is null
  and p.merged_into_id is null
  and (p.date_of_birth + make_interval(years => ${sql.lit(childRecords.birthdayIfSeventeen)}) <= now()
    or p.date_of_birth + make_interval(years => ${sql.lit(childRecords.birthday)}) <= now()
      and not (${lastActivity} >= p.date_of_birth + interval '17 years' and ${lastActivity} < p.date_of_birth + interval '18 years'))
  and ${lastActivity} < ${periodBegan(organisationId)}
  and not exists (
    select from form_requests r
    where r.organisation_id = p.organisation_id and r.patient_id = p.id and (r.status in ('unopened', 'opened')
      or exists (
        select from waiting_list_reviews w where w.organisation_id = r.organisation_id and w.request_id = r.id and w.state = 'open')
      or exists (
        select from waiting_list_removals w where w.organisation_id = r.organisation_id and w.request_id = r.id and w.state = 'approved')
      or exists (
        select from notifications n where n.organisation_id = r.organisation_id and n.request_id = r.id and n.status = 'queued')))
  and not exists (
    select from series_enrolments e where e.organisation_id = p.organisation_id and e.patient_id = p.id and e.state <> 'ended')`

/** The oldest records past their retention period, and the number of all. */
export async function listOldRecords({ tx, organisationId }: Context): Promise<OldRecords> {
  const { rows } = await sql<OldRecords['docs'][number] & { total: number }>`
    with old as materialized (
      select p.id, ${lastActivity} as at
      from patients p where p.organisation_id = ${organisationId}::uuid and ${isOld(organisationId)}
      limit ${oldRecordsCounted + 1})
    select p.id, p.first_name as "firstName", p.last_name as "lastName", p.nhs_number as "nhsNumber", p.date_of_birth as "dateOfBirth",
      (old.at at time zone 'Europe/London')::date::text as "lastActivity", (select count(*) from old) as total
    from old join patients p on p.organisation_id = ${organisationId}::uuid and p.id = old.id
    order by old.at, p.id limit ${oldRecordsShown}`.execute(tx)
  const found = rows[0]?.total ?? 0
  return {
    docs: rows.map(({ total: _, ...patient }) => patient),
    total: Math.min(found, oldRecordsCounted),
    isCountCapped: found > oldRecordsCounted,
  }
}

const isDeleting = (organisationId: string) => sql`(select o.deletes_old_records from organisations o where o.id = ${organisationId}::uuid)`

/** Patients read in one step. */
const batchSize = 500

export type Batch = {
  /** Patients of this batch whose records are past their retention period. */
  old: string[]
  /** The last patient of the batch; undefined when none is left. */
  last: string | undefined
}

/** Looks through one batch of patients after a patient. Finds none if the organisation does not delete old records. */
export async function findOldRecords({ tx, organisationId }: Context, after: string): Promise<Batch> {
  const { rows } = await sql<{ id: string; isOld: boolean }>`
    select p.id, ${isOld(organisationId)} as "isOld"
    from (
      select * from patients
      where organisation_id = ${organisationId}::uuid and id > ${after}::uuid and ${isDeleting(organisationId)} order by id limit ${batchSize}) p
    order by p.id`.execute(tx)
  return { old: rows.filter((one) => one.isOld).map(({ id }) => id), last: rows.at(-1)?.id }
}

/** Whether this record is still to be deleted. The caller has locked it. */
export async function isStillOld({ tx, organisationId }: Context, patientId: string) {
  const { rows } = await sql`
    select from patients p
    where p.organisation_id = ${organisationId}::uuid and p.id = ${patientId}::uuid and ${isDeleting(organisationId)} and ${isOld(organisationId)}`.execute(
    tx,
  )
  return rows.length > 0
}
