import { sql } from 'kysely'

import { seesRequest } from '#server/members/members.ts'
import type { Context } from '#server/platform/context.ts'
import { tenOrMore } from '#server/platform/generic-plan.sql.ts'

type Assignment = { requestId: string; memberId: string }

/**
 * The form requests, of those to assign, that their new assignee does not see. The assignees are locked until the transaction ends: the job that follows
 * the removal of an assignee, or of a ward from them, then finds these form requests.
 */
export async function findNotSeen({ tx, organisationId }: Context, assignments: readonly Assignment[]): Promise<Set<string>> {
  if (assignments.length === 0) return new Set()
  const requestIds = tenOrMore(assignments.map(({ requestId }) => requestId))
  const memberIds = tenOrMore(assignments.map(({ memberId }) => memberId))
  await sql`
    select from members where organisation_id = ${organisationId}::uuid and id = any(${memberIds}::uuid[]) order by id for share`.execute(
    tx,
  )
  const { rows } = await sql<{ id: string }>`
    select r.id from unnest(${requestIds}::uuid[], ${memberIds}::uuid[]) as a(request_id, member_id)
    join form_requests r on r.organisation_id = ${organisationId}::uuid and r.id = a.request_id
    where not exists (
      select from members m where m.organisation_id = r.organisation_id and m.id = a.member_id and ${seesRequest})`.execute(tx)
  return new Set(rows.map(({ id }) => id))
}

type Scope = { memberId?: string | undefined; patientId?: string | undefined }
type Held = { id: string; patientId: string; assigneeId: string }

/**
 * Locks form requests that wait for the patient or for staff and whose assignee does not see them, in the order of their ids, after the id `after`. They
 * are judged once more when they are locked: a colleague may have assigned one to another user while this waited. `last`: the last id that was locked;
 * undefined when there may be no more.
 */
export async function lockNotSeen(
  { tx, organisationId }: Context,
  { memberId, patientId }: Scope,
  { after, limit }: { after: string | undefined; limit: number },
) {
  const isNotSeen = sql`not exists (
    select from members m where m.organisation_id = r.organisation_id and m.id = r.assignee_id and ${seesRequest})`
  const { rows: held } = await sql<{ id: string }>`
    select r.id from form_requests r
    where r.organisation_id = ${organisationId}::uuid and r.status in ('unopened', 'opened', 'completed')
      and ${memberId === undefined ? sql`r.assignee_id is not null` : sql`r.assignee_id = ${memberId}::uuid`}
      and ${patientId === undefined ? sql`true` : sql`r.patient_id = ${patientId}::uuid`}
      and ${after === undefined ? sql`true` : sql`r.id > ${after}::uuid`}
      and ${isNotSeen}
    order by r.id limit ${limit} for update of r`.execute(tx)
  const { rows: notSeen } = await sql<Held>`
    select r.id, r.patient_id as "patientId", r.assignee_id as "assigneeId" from form_requests r
    where r.organisation_id = ${organisationId}::uuid and r.id = any(${held.map(({ id }) => id)}::uuid[])
      and r.status in ('unopened', 'opened', 'completed') and r.assignee_id is not null and ${isNotSeen}
    order by r.id`.execute(tx)
  return { notSeen, last: held.length === limit ? held.at(-1)?.id : undefined }
}
