import { sql } from 'kysely'

import type { ErasedCounts } from '#domain/patient-records.ts'
import type { Context } from '#server/platform/context.ts'

/** What keeps a record from being erased. */
export type Obstacles = {
  isMerged: boolean
  /** A record of a ward that the member does not see was merged into this one. */
  hasUnseenRecord: boolean
  isHeld: boolean
  hasOpenRequest: boolean
  isOnWaitingList: boolean
  hasWaitingMessage: boolean
}

/** The patient and the records that were merged into the patient's record, directly or not. They are held and erased together. */
const recordsOf = (patientId: string) => sql`records_of_patient(${patientId}::uuid)`

/**
 * Locks the patient and the records merged into the patient's, then their messages and form requests, in the order of other work, so that nothing is
 * added to the record. Undefined if there is no such patient for this member. `recordIds`: the locked records, which are those that the member sees.
 */
export async function lockRecord(
  { tx, organisationId }: Context,
  patientId: string,
): Promise<(Obstacles & { recordIds: string[] }) | undefined> {
  const lock = sql<{ id: string; isHeld: boolean; isMerged: boolean }>`
    select p.id, p.hold_since is not null as "isHeld", p.merged_into_id is not null as "isMerged"
    from ${recordsOf(patientId)} as r (id) join patients p on p.organisation_id = ${organisationId}::uuid and p.id = r.id
    order by p.id for update of p`
  // Another record may have been merged into this one while the first statement waited for its locks. Afterwards none can be.
  await lock.execute(tx)
  const { rows } = await lock.execute(tx)
  const patient = rows.find(({ id }) => id === patientId)
  if (!patient) return undefined
  const all = await sql`select from ${recordsOf(patientId)}`.execute(tx)
  const requestIds = sql`(select id from form_requests where organisation_id = ${organisationId}::uuid and patient_id = ${patientId}::uuid)`
  const messages = await sql<{ status: string }>`
    select status from notifications where organisation_id = ${organisationId}::uuid and request_id in ${requestIds} order by id for update`.execute(
    tx,
  )
  const requests = await sql<{ status: string }>`
    select status from form_requests where organisation_id = ${organisationId}::uuid and patient_id = ${patientId}::uuid order by id for update`.execute(
    tx,
  )
  const waiting = await sql`
    select from waiting_list_reviews where organisation_id = ${organisationId}::uuid and request_id in ${requestIds} and state = 'open'
    union all
    select from waiting_list_removals where organisation_id = ${organisationId}::uuid and request_id in ${requestIds} and state = 'approved'`.execute(
    tx,
  )
  return {
    recordIds: rows.map(({ id }) => id),
    isMerged: patient.isMerged,
    hasUnseenRecord: all.rows.length > rows.length,
    isHeld: rows.some(({ isHeld }) => isHeld),
    hasOpenRequest: requests.rows.some(({ status }) => status === 'unopened' || status === 'opened'),
    isOnWaitingList: waiting.rows.length > 0,
    hasWaitingMessage: messages.rows.some(({ status }) => status === 'queued'),
  }
}

/** Deletes the patient and all that belongs to them. Returns how many of each; undefined if there is no such patient. */
export async function deleteRecord({ tx }: Context, patientId: string): Promise<ErasedCounts | undefined> {
  const { rows } = await sql<{ counts: ErasedCounts | null }>`select erase_patient(${patientId}::uuid) as counts`.execute(tx)
  return rows[0]!.counts ?? undefined // a function returns one row
}

/** Deletes the saved views of users that show the form requests of one of these patients. */
export async function deleteViewsOf({ tx, organisationId }: Context, patientIds: readonly string[]) {
  await tx
    .deleteFrom('saved_views')
    .where('organisation_id', '=', organisationId)
    .where(sql<boolean>`filters ->> 'patientId' = any(${patientIds}::text[])`)
    .execute()
}

/** A hold that is there keeps its date. */
export async function setHold({ tx, organisationId }: Context, patientId: string, reason: string) {
  await tx
    .updateTable('patients')
    .set({ hold_since: sql`coalesce(hold_since, now())`, hold_reason: reason })
    .where('organisation_id', '=', organisationId)
    .where(sql<boolean>`id in (select ${recordsOf(patientId)})`)
    .execute()
}

/** Returns whether there was a hold. */
export async function deleteHold({ tx, organisationId }: Context, patientId: string) {
  const { numUpdatedRows } = await tx
    .updateTable('patients')
    .set({ hold_since: null, hold_reason: '' })
    .where('organisation_id', '=', organisationId)
    .where(sql<boolean>`id in (select ${recordsOf(patientId)})`)
    .where('hold_since', 'is not', null)
    .executeTakeFirst()
  return numUpdatedRows > 0n
}
