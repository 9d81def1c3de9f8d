import { sql } from 'kysely'

import { seesRequest } from '#server/members/members.ts'
import type { Context } from '#server/platform/context.ts'

/**
 * Claims the alert of a request. False if it was claimed before or no flag needs an alert. The lock on the row decides between two
 * simultaneous calls.
 */
export async function claimAlert({ tx }: Context, requestId: string) {
  const { numUpdatedRows } = await tx
    .updateTable('raised_flags')
    .set({ alerted_at: sql<string>`now()` })
    .where('request_id', '=', requestId)
    .where('alert_minutes', 'is not', null)
    .where('alerted_at', 'is', null)
    .executeTakeFirst()
  return numUpdatedRows > 0n
}

/**
 * The form requests with red flags that need an alert and have had none, each with the shortest waiting time. None of a time whose events are in the
 * archive of the audit log: they may have been read then (findFirstReadings).
 */
export async function findNotAlerted({ tx, organisationId }: Context, requestIds: readonly string[]) {
  const rows = await tx
    .selectFrom('raised_flags as f')
    .innerJoin('submissions as s', (on) =>
      on.onRef('s.organisation_id', '=', 'f.organisation_id').onRef('s.request_id', '=', 'f.request_id'),
    )
    .select(['f.request_id', sql<number>`min(f.alert_minutes)`.as('minutes')])
    .where(sql<boolean>`f.request_id = any(${[...requestIds]}::uuid[])`)
    .where('f.alert_minutes', 'is not', null)
    .where('f.alerted_at', 'is', null)
    .where(
      sql<boolean>`(s.submitted_at at time zone 'Europe/London')::date >= coalesce(
        (select max(before) from archived_audit_ranges where organisation_id = ${organisationId}::uuid), '-infinity')`,
    )
    .groupBy('f.request_id')
    .orderBy('f.request_id')
    .execute()
  return rows.map((row) => ({ requestId: row.request_id, minutes: row.minutes }))
}

/** The assignee and the admins who are still members and may see the patient (MEM-4). */
export async function findAlertable({ tx }: Context, requestId: string, admins: readonly string[]) {
  const rows = await tx
    .selectFrom('form_requests as r')
    .innerJoin('members as m', 'm.organisation_id', 'r.organisation_id')
    .leftJoin('submissions as s', (on) => on.onRef('s.organisation_id', '=', 'r.organisation_id').onRef('s.request_id', '=', 'r.id'))
    .select(['m.id', sql<boolean>`m.id is not distinct from r.assignee_id`.as('is_assignee')])
    .select(sql<boolean>`m.id is not distinct from s.typed_by`.as('is_typist'))
    .where('r.id', '=', requestId)
    .where(seesRequest)
    .where((e) => e.or([e('m.id', '=', e.ref('r.assignee_id')), e('m.role', 'in', admins)]))
    .orderBy('m.id')
    .execute()
  return rows.map((row) => ({ memberId: row.id, isAssignee: row.is_assignee, isTypist: row.is_typist }))
}

/** The members who have not had this alert yet. */
export async function insertAlerts({ tx }: Context, requestId: string, memberIds: readonly string[]) {
  if (memberIds.length === 0) return []
  const rows = await tx
    .insertInto('flag_alerts')
    .values(memberIds.map((memberId) => ({ request_id: requestId, member_id: memberId })))
    .onConflict((on) => on.doNothing())
    .returning('member_id')
    .execute()
  return rows.map((row) => row.member_id)
}

/** The recipient and red flags of an alert. Undefined if it was sent or the recipient is no longer a member. */
export const findWaitingAlert = ({ tx }: Context, requestId: string, memberId: string) =>
  tx
    .selectFrom('flag_alerts as a')
    .innerJoin('members as m', (on) => on.onRef('m.organisation_id', '=', 'a.organisation_id').onRef('m.id', '=', 'a.member_id'))
    .innerJoin('organisations as o', 'o.id', 'a.organisation_id')
    .innerJoin('submissions as s', (on) =>
      on.onRef('s.organisation_id', '=', 'a.organisation_id').onRef('s.request_id', '=', 'a.request_id'),
    )
    .select(['m.first_name as firstName', 'm.email_address as emailAddress', 'o.name as organisation', 's.submitted_at as submittedAt'])
    .where('a.request_id', '=', requestId)
    .where('a.member_id', '=', memberId)
    .where('a.status', '=', 'queued')
    .where('m.is_active', '=', true)
    .forUpdate('a')
    .executeTakeFirst()

/** The patient of the alert. Undefined if the alert was already settled. */
export async function finishAlert({ tx }: Context, requestId: string, memberId: string, status: 'kept' | 'sent' | 'failed') {
  const row = await tx
    .updateTable('flag_alerts as a')
    .from('form_requests as r')
    .set({ status })
    .whereRef('r.organisation_id', '=', 'a.organisation_id')
    .whereRef('r.id', '=', 'a.request_id')
    .where('a.request_id', '=', requestId)
    .where('a.member_id', '=', memberId)
    .where('a.status', '=', 'queued')
    .returning('r.patient_id')
    .executeTakeFirst()
  return row && { patientId: row.patient_id }
}
