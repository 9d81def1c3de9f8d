import { sql } from 'kysely'

import type { NotificationMethod } from '#domain/notification.ts'
import type { RequestStatus } from '#domain/request-status.ts'
import type { Context } from '#server/platform/context.ts'

export type LockedRequest = {
  id: string
  patientId: string
  status: RequestStatus
  openedAt: string | null
  completedAt: string | null
  assigneeId: string | null
  assignedAt: string | null
  assigneeName: string | null
  expiresAt: string
}

/** Holds the rows until the transaction ends, in the order of their ids so that two of these never wait for each other. */
export async function lockRequests({ tx }: Context, ids: string[]): Promise<LockedRequest[]> {
  const rows = await tx
    .selectFrom('form_requests as r')
    .select(['r.id', 'r.patient_id', 'r.status', 'r.opened_at', 'r.completed_at', 'r.assignee_id', 'r.assigned_at', 'r.expires_at'])
    .select(
      sql<
        string | null
      >`(select m.first_name || ' ' || m.last_name from members m where m.organisation_id = r.organisation_id and m.id = r.assignee_id)`.as(
        'assignee',
      ),
    )
    .where(sql<boolean>`r.id = any(${ids}::uuid[])`)
    .orderBy('r.id')
    .forUpdate('r')
    .execute()
  return rows.map((row) => ({
    id: row.id,
    patientId: row.patient_id,
    status: row.status as RequestStatus, // a check constraint holds the same seven
    openedAt: row.opened_at,
    completedAt: row.completed_at,
    assigneeId: row.assignee_id,
    assignedAt: row.assigned_at,
    assigneeName: row.assignee,
    expiresAt: row.expires_at,
  }))
}

type Change = {
  status?: RequestStatus
  assigneeId?: string | null
  openedAt?: string
  completedAt?: string
  closedAt?: string | null
  expiresAt?: string
}

export async function changeRequest({ tx }: Context, id: string, change: Change) {
  await tx
    .updateTable('form_requests')
    .set({
      ...(change.status && { status: change.status }),
      ...(change.assigneeId !== undefined && {
        assignee_id: change.assigneeId,
        assigned_at: change.assigneeId && new Date().toISOString(),
      }),
      ...(change.openedAt && { opened_at: change.openedAt }),
      ...(change.completedAt && { completed_at: change.completedAt }),
      ...(change.closedAt !== undefined && { closed_at: change.closedAt }),
      ...(change.expiresAt && { expires_at: change.expiresAt }),
    })
    .where('id', '=', id)
    .execute()
}

/** When the first message went out; later ones leave it as it is. */
export async function setNotified({ tx }: Context, id: string) {
  await tx
    .updateTable('form_requests')
    .set({ notified_at: new Date().toISOString() })
    .where('id', '=', id)
    .where('notified_at', 'is', null)
    .execute()
}

export type EventKind =
  | 'created'
  | 'queued'
  | 'sent'
  | 'delivered'
  | 'not_delivered'
  | 'reminded'
  | 'opened'
  | 'saved'
  | 'completed'
  | 'assigned'
  | 'unassigned'
  | 'closed'
  | 'reopened'
  | 'sent_in_error'
  | 'expired'
  | 'auto_closed'
  | 'locked'
  | 'unlocked'

/** Adds one line to the timeline of each request. Details hold ids, methods and reasons; never answers or contact details. */
export async function insertEvents(
  { tx, actor, organisationId }: Context,
  requestIds: string[],
  kind: EventKind,
  detail: Record<string, unknown> = {},
) {
  await sql`
    insert into form_request_events (organisation_id, request_id, kind, actor_kind, actor_id, detail)
    select ${organisationId}::uuid, id, ${kind}, ${actor.kind}, ${actor.id}::uuid, ${JSON.stringify(detail)}::jsonb
    from unnest(${requestIds}::uuid[]) as id`.execute(tx)
}

export type NewRequest = {
  id: string
  patientId: string
  method: NotificationMethod
  specialty: string
  pathwayId: string
  location: string
  event: string
}
type Shared = { formId: string; formVersion: number; sendAt: string; expiresAt: string; importJobId?: string | undefined }

/** Many requests in one statement; the patient's sort name is copied so that the worklist sorts from one index. */
export async function insertRequests(
  { tx, actor, organisationId }: Context,
  rows: NewRequest[],
  { formId, formVersion, sendAt, expiresAt, importJobId }: Shared,
) {
  const of = <K extends keyof NewRequest>(key: K) => rows.map((row) => row[key])
  await sql`
    insert into form_requests (organisation_id, id, patient_id, form_id, form_version, notification_method, specialty, pathway_id, location, event,
                               send_at, expires_at, patient_name_key, import_job_id, created_by)
    select ${organisationId}::uuid, n.id, n.patient_id, ${formId}::uuid, ${formVersion}::int, n.method, n.specialty, n.pathway_id, n.location, n.event,
           ${sendAt}::timestamptz, ${expiresAt}::timestamptz, p.name_key, ${importJobId ?? null}::uuid, ${actor.kind === 'member' ? actor.id : null}::uuid
    from unnest(${of('id')}::uuid[], ${of('patientId')}::uuid[], ${of('method')}::text[], ${of('specialty')}::text[], ${of('pathwayId')}::text[],
                ${of('location')}::text[], ${of('event')}::text[]) as n(id, patient_id, method, specialty, pathway_id, location, event)
    join patients p on p.organisation_id = ${organisationId}::uuid and p.id = n.patient_id`.execute(tx)
}

export async function insertLinks({ tx, organisationId }: Context, links: { requestId: string; tokenHash: Buffer }[]) {
  await sql`
    insert into patient_links (organisation_id, request_id, token_hash)
    select ${organisationId}::uuid, n.id, n.hash
    from unnest(${links.map(({ requestId }) => requestId)}::uuid[], ${links.map(({ tokenHash }) => tokenHash)}::bytea[]) as n(id, hash)`.execute(
    tx,
  )
}

export async function unlockLink({ tx }: Context, requestId: string) {
  const { numUpdatedRows } = await tx
    .updateTable('patient_links')
    .set({ locked_at: null, wrong_attempts: 0 })
    .where('request_id', '=', requestId)
    .where('locked_at', 'is not', null)
    .executeTakeFirst()
  return numUpdatedRows > 0n
}

/** Requests in these states whose time has come, oldest first: for the worker. */
export const findOverdue = async ({ tx }: Context, limit: number) =>
  tx
    .selectFrom('form_requests')
    .select('id')
    .where('status', 'in', ['unopened', 'opened'])
    .where('expires_at', '<', new Date().toISOString())
    .orderBy('expires_at')
    .limit(limit)
    .execute()

export const findLongCompleted = async ({ tx }: Context, limit: number) =>
  tx
    .selectFrom('form_requests as r')
    .innerJoin('organisations as o', 'o.id', 'r.organisation_id')
    .select('r.id')
    .where('r.status', '=', 'completed')
    .where(sql<boolean>`r.completed_at < now() - make_interval(days => o.auto_close_days)`)
    .limit(limit)
    .execute()

export const findOpenOf = async ({ tx }: Context, patientId: string) =>
  tx
    .selectFrom('form_requests')
    .select('id')
    .where('patient_id', '=', patientId)
    .where('status', 'in', ['unopened', 'opened', 'completed'])
    .execute()
