import { requestStatusLabel, transition, type RequestAction } from '#domain/request-status.ts'
import { formatDateTime } from '#domain/dates.ts'
import type { AuditEventType } from '#domain/audit-events.ts'
import { getOrganisationSettings } from '#server/organisations/organisation-settings.ts'
import { auditAll } from '#server/platform/audit.sql.ts'
import type { Context } from '#server/platform/context.ts'
import { Problem } from '#server/platform/problem.ts'

import { insertEventsOf, type EventKind } from './request-events.sql.ts'
import { changeRequests, lockRequests, type Change, type LockedRequest } from './request-rows.sql.ts'

export type { LockedRequest }

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

/** Nothing for one that is as wanted already. */
type Decide = (request: LockedRequest) => readonly StaffAct[] | Problem
type Decided = { request: LockedRequest; acts: readonly StaffAct[]; change: Change }

/**
 * Acts on many requests in a few statements, however many they are: locks them in the order of their ids, decides of each by the table of
 * transitions, writes. Answers why not, by id, for each that may not be acted on, and leaves it whole; one that is missing was not found.
 */
export async function actOnRequests(ctx: Context, ids: readonly string[], decide: Decide, takeOver: boolean) {
  const refusals = new Map<string, Problem>(ids.map((id) => [id, new Problem('not_found', absent)]))
  const decided: Decided[] = []
  const now = new Date()
  const locked = await lockRequests(ctx, ids)
  const reopenUntil = locked.some(({ expiresAt }) => new Date(expiresAt) <= now) ? await termFrom(ctx, now) : undefined
  for (const request of locked) {
    const verdict = judge(ctx, request, decide, { takeOver, now, reopenUntil })
    if (verdict instanceof Problem) refusals.set(request.id, verdict)
    else {
      refusals.delete(request.id)
      if (verdict.acts.length > 0) decided.push(verdict)
    }
  }
  await write(ctx, decided, takeOver)
  return refusals
}

const absent = "This form request either doesn't exist or someone else has taken control."

/** The new term is for those whose time has run out. */
type Circumstances = { takeOver: boolean; now: Date; reopenUntil: string | undefined }

function judge(ctx: Context, request: LockedRequest, decide: Decide, at: Circumstances): Decided | Problem {
  const acts = decide(request)
  if (acts instanceof Problem) return acts
  if (acts.length > 0 && isTakenBySomebodyElse(ctx, request) && !at.takeOver) return taken(request)
  const change: Change = {}
  for (const act of acts) {
    const part = changeOf(request, act, at)
    if (!part) return new Problem('conflict', refusalWords(request, act))
    Object.assign(change, part)
  }
  // Whoever takes over has it from then on, and is nobody else the next time.
  if (isTakenBySomebodyElse(ctx, request) && change.assigneeId === undefined) change.assigneeId = ctx.actor.id
  return { request, acts, change }
}

const isTakenBySomebodyElse = ({ actor }: Context, { assigneeId }: LockedRequest) => assigneeId !== null && assigneeId !== actor.id

/** The specification's words for this 404 (section 8), with who and when for those who may know: every colleague may. */
const taken = ({ assigneeName, assignedAt }: LockedRequest) =>
  new Problem(
    'taken_control',
    `This form request either doesn't exist or someone else has taken control: ${assigneeName}, ${formatDateTime(assignedAt!)}.`,
  )

function changeOf(request: LockedRequest, act: StaffAct, { now, reopenUntil }: Circumstances): Change | undefined {
  if (act.kind === 'assign') return { assigneeId: act.memberId }
  if (act.kind === 'unassign') return { assigneeId: null }
  const status = transition(act.kind satisfies RequestAction, request)
  if (!status) return undefined
  if (act.kind !== 'reopen') return { status, closedAt: now.toISOString() }
  // Reopened after its time ran out, a request gets a new term, or it would expire again at once.
  return { status, closedAt: null, ...(reopenUntil && new Date(request.expiresAt) <= now && { expiresAt: reopenUntil }) }
}

async function termFrom(ctx: Context, now: Date) {
  const { expiryDays } = await getOrganisationSettings(ctx)
  return new Date(now.getTime() + expiryDays * 86_400_000).toISOString()
}

const refusalWords = ({ status }: LockedRequest, { kind }: StaffAct) =>
  kind === 'reopen'
    ? 'This form request is open already.'
    : kind === 'mark_sent_in_error'
      ? 'Only a form request that has not been answered or ended can be marked as sent in error.'
      : `This form request has ended already (${requestStatusLabel(status).toLowerCase()}).`

/** Requests that become alike are written together; there are never more than a handful of different changes. */
async function write(ctx: Context, decided: readonly Decided[], takeOver: boolean) {
  for (const [, alike] of Map.groupBy(decided, ({ change }) => JSON.stringify(change)))
    await changeRequests(
      ctx,
      alike.map(({ request }) => request.id),
      alike[0]!.change,
    )
  const recorded = decided.flatMap(({ request, acts }) => acts.map((act) => ({ request, act })))
  for (const [kind, done] of Map.groupBy(recorded, ({ act }) => act.kind)) {
    const subjects = done.map(({ request, act }) => ({
      subjectId: request.id,
      patientId: request.patientId,
      detail: {
        ...(act.kind === 'assign' && { memberId: act.memberId }),
        ...(takeOver && request.assigneeId && { tookOverFrom: request.assigneeId }),
      },
    }))
    await insertEventsOf(ctx, records[kind].event, subjects)
    await auditAll(ctx, records[kind].audit, subjects)
  }
}
