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
  isUrgent: boolean
  isUnreached: boolean
}

/** Locks the rows until the transaction ends, in the order of their ids to avoid deadlocks. */
export async function lockRequests({ tx }: Context, ids: readonly string[]): Promise<LockedRequest[]> {
  const rows = await tx
    .selectFrom('form_requests as r')
    .select(['r.id', 'r.patient_id', 'r.status', 'r.opened_at', 'r.completed_at', 'r.assignee_id', 'r.assigned_at', 'r.expires_at'])
    .select(['r.is_urgent', 'r.is_unreached'])
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
    isUrgent: row.is_urgent,
    isUnreached: row.is_unreached,
  }))
}

/** The columns that sending depends on, which never change. */
export async function findSendingDetails({ tx }: Context, ids: readonly string[]) {
  const rows = await tx
    .selectFrom('form_requests')
    .select(['id', 'patient_id', 'notification_method', 'send_at'])
    .where(sql<boolean>`id = any(${ids}::uuid[])`)
    .execute()
  return rows.map((row) => ({
    id: row.id,
    patientId: row.patient_id,
    method: row.notification_method as NotificationMethod, // a check constraint holds the same three
    sendAt: row.send_at,
  }))
}

export type Change = {
  isUnreached?: true
  isUrgent?: true
  status?: RequestStatus
  assigneeId?: string | null
  openedAt?: string
  completedAt?: string
  closedAt?: string | null
  expiresAt?: string
}

export async function changeRequests({ tx }: Context, ids: readonly string[], change: Change) {
  await tx
    .updateTable('form_requests')
    .set({
      ...(change.status && { status: change.status }),
      ...(change.isUrgent && { is_urgent: true }),
      ...(change.isUnreached && { is_unreached: true }),
      ...(change.assigneeId !== undefined && {
        assignee_id: change.assigneeId,
        assigned_at: change.assigneeId && new Date().toISOString(),
      }),
      ...(change.openedAt && { opened_at: change.openedAt }),
      ...(change.completedAt && { completed_at: change.completedAt }),
      ...(change.closedAt !== undefined && { closed_at: change.closedAt }),
      ...(change.expiresAt && { expires_at: change.expiresAt }),
    })
    .where(sql<boolean>`id = any(${ids}::uuid[])`)
    .execute()
}

/** Unlocks a link and sets the counts of wrong dates of birth to 0. Returns the counts before, or undefined if the link is not locked. */
export async function unlockLink({ tx }: Context, requestId: string) {
  const link = await tx
    .selectFrom('patient_links')
    .select(['wrong_attempts', 'wrong_in_all'])
    .where('request_id', '=', requestId)
    .where('locked_at', 'is not', null)
    .forUpdate()
    .executeTakeFirst()
  if (!link) return undefined
  await tx
    .updateTable('patient_links')
    .set({ locked_at: null, wrong_attempts: 0, wrong_in_all: 0 })
    .where('request_id', '=', requestId)
    .execute()
  return { wrongInARow: link.wrong_attempts, wrongInAll: link.wrong_in_all }
}
