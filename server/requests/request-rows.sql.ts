import { sql } from 'kysely'

import type { MessageReasonCode } from '#domain/message-reasons.ts'
import type { NotificationMethod } from '#domain/notification.ts'
import type { RequestStatus } from '#domain/request-status.ts'
import { reminderMethodOf, translatedTitle } from '#server/notifications/notifications.ts'
import type { Context } from '#server/platform/context.ts'
import { tenOrMore } from '#server/platform/generic-plan.sql.ts'

export type LockedRequest = {
  id: string
  patientId: string
  formId: string
  status: RequestStatus
  openedAt: string | null
  completedAt: string | null
  assigneeId: string | null
  assignedAt: string | null
  assigneeName: string | null
  expiresAt: string
  isUrgent: boolean
  isUnreached: boolean
  outcomeId: string | null
  waitingSince: string | null
  closedAt: string | null
}

/** Locks the rows until the transaction ends, in the order of their ids to avoid deadlocks. A preview reads them without a lock. */
export async function lockRequests({ tx }: Context, ids: readonly string[], { areHeld = true } = {}): Promise<LockedRequest[]> {
  const rows = await tx
    .selectFrom('form_requests as r')
    .select(['r.id', 'r.patient_id', 'r.status', 'r.opened_at', 'r.completed_at', 'r.assignee_id', 'r.assigned_at', 'r.expires_at'])
    .select(['r.form_id', 'r.is_urgent', 'r.is_unreached', 'r.outcome_id', 'r.waiting_since', 'r.closed_at'])
    .select(
      sql<
        string | null
      >`(select m.first_name || ' ' || m.last_name from members m where m.organisation_id = r.organisation_id and m.id = r.assignee_id)`.as(
        'assignee',
      ),
    )
    .where(sql<boolean>`r.id = any(${tenOrMore(ids)}::uuid[])`)
    .orderBy('r.id')
    .$if(areHeld, (query) => query.forUpdate('r'))
    .execute()
  return rows.map((row) => ({
    id: row.id,
    patientId: row.patient_id,
    formId: row.form_id,
    status: row.status as RequestStatus, // a check constraint holds the same seven
    openedAt: row.opened_at,
    completedAt: row.completed_at,
    assigneeId: row.assignee_id,
    assignedAt: row.assigned_at,
    assigneeName: row.assignee,
    expiresAt: row.expires_at,
    isUrgent: row.is_urgent,
    isUnreached: row.is_unreached,
    outcomeId: row.outcome_id,
    waitingSince: row.waiting_since,
    closedAt: row.closed_at,
  }))
}

/** The type of the form of a request; undefined for an unknown request. */
export async function findFormType({ tx }: Context, id: string) {
  const row = await tx
    .selectFrom('form_requests as r')
    .innerJoin('forms as f', (on) => on.onRef('f.organisation_id', '=', 'r.organisation_id').onRef('f.id', '=', 'r.form_id'))
    .select('f.type')
    .where('r.id', '=', id)
    .executeTakeFirst()
  return row?.type
}

/** The columns that sending depends on, which never change. */
export async function findSendingDetails({ tx }: Context, ids: readonly string[]) {
  const rows = await tx
    .selectFrom('form_requests')
    .select(['id', 'patient_id', 'notification_method', 'send_at'])
    .where(sql<boolean>`id = any(${tenOrMore(ids)}::uuid[])`)
    .execute()
  return rows.map((row) => ({
    id: row.id,
    patientId: row.patient_id,
    method: row.notification_method as NotificationMethod, // a check constraint holds the same three
    sendAt: row.send_at,
  }))
}

/** The method of the next reminder of each request. Read after the requests are locked, because a message may reach a patient meanwhile. */
export async function findReminderMethods({ tx }: Context, ids: readonly string[]) {
  const rows = await tx
    .selectFrom('form_requests as r')
    .innerJoin('patients as p', (on) => on.onRef('p.organisation_id', '=', 'r.organisation_id').onRef('p.id', '=', 'r.patient_id'))
    .select(['r.id', reminderMethodOf.as('method')])
    .where(sql<boolean>`r.id = any(${tenOrMore(ids)}::uuid[])`)
    .execute()
  return new Map(rows.map(({ id, method }) => [id, method]))
}

/** What the text of a message says about a request. */
export async function findMessageFacts({ tx }: Context, ids: readonly string[]) {
  const rows = await tx
    .selectFrom('form_requests as r')
    .innerJoin('form_versions as v', (on) =>
      on
        .onRef('v.organisation_id', '=', 'r.organisation_id')
        .onRef('v.form_id', '=', 'r.form_id')
        .onRef('v.version', '=', 'r.form_version'),
    )
    .innerJoin('patients as p', (on) => on.onRef('p.organisation_id', '=', 'r.organisation_id').onRef('p.id', '=', 'r.patient_id'))
    .select(['r.id', 'r.specialty', 'r.expires_at', 'v.title', translatedTitle.as('translated_title')])
    .where(sql<boolean>`r.id = any(${tenOrMore(ids)}::uuid[])`)
    .execute()
  return new Map(
    rows.map((row) => [
      row.id,
      { specialty: row.specialty, expiresAt: row.expires_at, formTitle: row.title, translatedTitle: row.translated_title },
    ]),
  )
}

export type Change = {
  /** Marks the request as not reached, for this reason. */
  unreached?: MessageReasonCode
  isUrgent?: true
  status?: RequestStatus
  assigneeId?: string | null
  openedAt?: string
  completedAt?: string
  closedAt?: string | null
  expiresAt?: string
  /** The name is recorded too, because the outcome may be renamed. */
  outcome?: { id: string; name: string } | null
  /** Since when the patient has been waiting. */
  waitingSince?: string | null
}

export async function changeRequests({ tx }: Context, ids: readonly string[], change: Change) {
  await tx
    .updateTable('form_requests')
    .set({
      ...(change.status && { status: change.status }),
      ...(change.isUrgent && { is_urgent: true }),
      ...(change.unreached && { is_unreached: true, unreached_reason: change.unreached, unreached_at: new Date().toISOString() }),
      ...(change.assigneeId !== undefined && {
        assignee_id: change.assigneeId,
        assigned_at: change.assigneeId && new Date().toISOString(),
      }),
      ...(change.openedAt && { opened_at: change.openedAt }),
      ...(change.completedAt && { completed_at: change.completedAt }),
      ...(change.closedAt !== undefined && { closed_at: change.closedAt }),
      ...(change.expiresAt && { expires_at: change.expiresAt }),
      ...(change.outcome !== undefined && { outcome_id: change.outcome?.id ?? null, outcome_name: change.outcome?.name ?? null }),
      ...(change.waitingSince !== undefined && { waiting_since: change.waitingSince }),
    })
    .where(sql<boolean>`id = any(${tenOrMore(ids)}::uuid[])`)
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
