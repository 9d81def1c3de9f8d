import { requestStatusLabel, transition, type RequestAction } from '#domain/request-status.ts'
import { formatDateTime } from '#domain/dates.ts'
import type { AuditEventType } from '#domain/audit-events.ts'
import { getOrganisationSettings } from '#server/organisations/organisation-settings.ts'
import { audit } from '#server/platform/audit.sql.ts'
import type { Context } from '#server/platform/context.ts'
import { Problem } from '#server/platform/problem.ts'

import { insertEvents, type EventKind } from './request-events.sql.ts'
import { changeRequests, lockRequests, type LockedRequest } from './request-rows.sql.ts'

/** What a member of staff may do with a request. Each is audited and told in its timeline. */
export type StaffAct =
  { kind: 'assign'; memberId: string } | { kind: 'unassign' } | { kind: 'close' } | { kind: 'reopen' } | { kind: 'mark_sent_in_error' }

const records = {
  assign: { audit: 'formRequestAssigned', event: 'assigned' },
  unassign: { audit: 'formRequestUnassigned', event: 'unassigned' },
  close: { audit: 'formRequestClosed', event: 'closed' },
  reopen: { audit: 'formRequestReopened', event: 'reopened' },
  mark_sent_in_error: { audit: 'formRequestMarkedSentInError', event: 'sent_in_error' },
} satisfies Record<StaffAct['kind'], { audit: AuditEventType; event: EventKind }>

/** Locks one request, acts on it, and refuses with words where it may not be done. */
export async function actOnRequest(ctx: Context, id: string, act: StaffAct, { takeOver = false } = {}) {
  const [request] = await lockRequests(ctx, [id])
  if (!request) throw new Problem('not_found')
  const refusal = await tryAct(ctx, request, act, takeOver)
  if (refusal) throw refusal
}

/** Acts on a locked request, or says why not. Nothing is written when it refuses. */
export async function tryAct(ctx: Context, request: LockedRequest, act: StaffAct, takeOver: boolean): Promise<Problem | undefined> {
  if (isTakenBySomebodyElse(ctx, request) && !takeOver) return taken(request)
  const change = await changeOf(ctx, request, act)
  if (!change) return new Problem('conflict', refusalWords(request, act))

  await changeRequests(ctx, [request.id], change)
  const detail = {
    ...(act.kind === 'assign' && { memberId: act.memberId }),
    ...(takeOver && request.assigneeId && { tookOverFrom: request.assigneeId }),
  }
  await insertEvents(ctx, [request.id], records[act.kind].event, detail)
  await audit(ctx, records[act.kind].audit, { subjectId: request.id, patientId: request.patientId, detail })
  return undefined
}

const isTakenBySomebodyElse = ({ actor }: Context, { assigneeId }: LockedRequest) => assigneeId !== null && assigneeId !== actor.id

/** The specification's words for this 404 (section 8), with who and when for those who may know: every colleague may. */
const taken = ({ assigneeName, assignedAt }: LockedRequest) =>
  new Problem(
    'taken_control',
    `This form request either doesn't exist or someone else has taken control: ${assigneeName}, ${formatDateTime(assignedAt!)}.`,
  )

async function changeOf(ctx: Context, request: LockedRequest, act: StaffAct) {
  if (act.kind === 'assign') return { assigneeId: act.memberId }
  if (act.kind === 'unassign') return { assigneeId: null }
  const status = transition(act.kind satisfies RequestAction, request)
  if (!status) return undefined
  const now = new Date()
  if (act.kind !== 'reopen') return { status, closedAt: now.toISOString() }
  // Reopened after its time ran out, a request gets a new term, or it would expire again at once.
  if (new Date(request.expiresAt) > now) return { status, closedAt: null }
  const { expiryDays } = await getOrganisationSettings(ctx)
  return { status, closedAt: null, expiresAt: new Date(now.getTime() + expiryDays * 86_400_000).toISOString() }
}

const refusalWords = ({ status }: LockedRequest, { kind }: StaffAct) =>
  kind === 'reopen'
    ? 'This form request is open already.'
    : kind === 'mark_sent_in_error'
      ? 'Only a form request that has not been answered or ended can be marked as sent in error.'
      : `This form request has ended already (${requestStatusLabel(status).toLowerCase()}).`
