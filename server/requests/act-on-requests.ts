import type { AuditEventType } from '#domain/audit-events.ts'
import { formatDateTime } from '#domain/dates.ts'
import type { NotificationCategory } from '#domain/notification.ts'
import { needsMessageWhenReopened, requestStatusLabel, transition, type RequestAction } from '#domain/request-status.ts'
import { cancelMessages, findLastMessages, findWithoutMessage, type LastMessage } from '#server/notifications/notifications.ts'
import { getOrganisationSettings } from '#server/organisations/organisations.ts'
import { auditAll } from '#server/platform/audit.sql.ts'
import type { Context } from '#server/platform/context.ts'
import { Problem } from '#server/platform/problem.ts'
import { resultsOf } from '#server/submissions/submissions.ts'
import { insertEventsOf, type EventKind } from '#server/timeline/timeline.ts'

import { lockResendTerms, requeueMessages, type ResendTerms } from './resend-terms.ts'
import { changeRequests, lockRequests, type Change, type LockedRequest } from './request-rows.sql.ts'

export type { LockedRequest }

/** The acts of a member of staff on a form request. Each one is audited and added to the timeline. */
export type StaffAct =
  | { kind: 'assign'; memberId: string }
  | { kind: 'unassign' }
  /** Urgent requests are closed only with `confirmUrgent`. */
  | { kind: 'close'; confirmUrgent: boolean }
  /** Reopening sends the message again with `sendMessage`. Without it the request counts as not reached. */
  | { kind: 'reopen'; sendMessage: boolean }
  /** Sends the message of an open request again. One that reached the patient is repeated only with `again`. */
  | { kind: 'send'; again: boolean }
  | { kind: 'remind' }
  /** Cancels the message that waits to be sent. */
  | { kind: 'cancel_message' }
  | { kind: 'mark_sent_in_error' }

const records = {
  assign: { audit: 'formRequestAssigned', event: 'assigned' },
  unassign: { audit: 'formRequestUnassigned', event: 'unassigned' },
  close: { audit: 'formRequestClosed', event: 'closed' },
  reopen: { audit: 'formRequestReopened', event: 'reopened' },
  send: { audit: 'formRequestSentAgain', event: 'queued' },
  remind: { audit: 'formRequestReminded', event: 'queued' },
  cancel_message: { audit: 'formRequestMessageCancelled', event: 'message_cancelled' },
  mark_sent_in_error: { audit: 'formRequestMarkedSentInError', event: 'sent_in_error' },
} satisfies Record<StaffAct['kind'], { audit: AuditEventType; event: EventKind }>

/** Whether a request already has the assignee of the act. Then nothing is changed or recorded. */
export const isAlready = (act: StaffAct, { assigneeId }: LockedRequest) =>
  act.kind === 'assign' ? assigneeId === act.memberId : act.kind === 'unassign' && assigneeId === null

/** Returns the acts to do, an empty list if nothing has to change, or the reason for a refusal. */
type Decide = (request: LockedRequest) => readonly StaffAct[] | Problem
type Decided = { request: LockedRequest; acts: readonly StaffAct[]; change: Change; message?: NotificationCategory | 'not_sent' }
type Options = {
  takeOver: boolean
  /** Whether `decide` may return acts that send messages. What they depend on is locked before the requests. */
  maySend: boolean
}

/**
 * Acts on many requests in a few statements. Locks them in the order of their ids, decides each one by the table of transitions, then
 * writes. Returns the reasons by id for the requests that were not changed, and the ids that needed no change.
 */
export async function actOnRequests(ctx: Context, ids: readonly string[], decide: Decide, { takeOver, maySend }: Options) {
  const refusals = new Map<string, Problem>(ids.map((id) => [id, new Problem('not_found', absent)]))
  const decided: Decided[] = []
  const now = new Date()
  const sending = maySend ? await lockResendTerms(ctx, ids) : undefined
  const locked = await lockRequests(ctx, ids)
  // Read after the requests are locked, so that the second of two simultaneous calls finds the message of the first.
  const lastMessages = maySend ? await findLastMessages(ctx, ids) : undefined
  const urgent = locked.filter(({ isUrgent }) => isUrgent).map(({ id }) => id)
  const flagsOf = await redFlagsOf(ctx, urgent)
  const unchanged = new Set<string>()
  const reopenUntil = locked.some(({ expiresAt }) => new Date(expiresAt) <= now) ? await termFrom(ctx, now) : undefined
  for (const request of locked) {
    const verdict = judge(ctx, request, decide, { takeOver, now, reopenUntil, sending, lastMessages, flagsOf })
    if (verdict instanceof Problem) refusals.set(request.id, verdict)
    else {
      refusals.delete(request.id)
      if (verdict.acts.length > 0) decided.push(verdict)
      else unchanged.add(request.id)
    }
  }
  await write(ctx, decided, takeOver)
  await cancelWaiting(
    ctx,
    decided.flatMap(({ request: { id }, acts }) => (acts.some(({ kind }) => kind === 'cancel_message') ? [id] : [])),
  )
  const toSend = decided.flatMap(({ request: { id }, message }) =>
    message && message !== 'not_sent' ? [{ id, category: message, ...sendingOf(sending, id) }] : [],
  )
  await requeueMessages(ctx, toSend, now)
  return { refusals, unchanged }
}

/** Cancels the waiting messages of these requests. A patient who has no other message counts as not reached. */
async function cancelWaiting(ctx: Context, ids: string[]) {
  if (ids.length === 0) return
  await cancelMessages(ctx, ids, 'A member of staff cancelled the message.')
  const unreached = await findWithoutMessage(ctx, ids)
  if (unreached.length > 0) await changeRequests(ctx, unreached, { isUnreached: true })
}

async function redFlagsOf(ctx: Context, ids: string[]) {
  const results = ids.length > 0 ? await resultsOf(ctx, ids) : undefined
  return (id: string) => results?.(id).redFlags.map(({ name }) => name) ?? []
}

function sendingOf(sending: Map<string, ResendTerms> | undefined, id: string) {
  const found = sending?.get(id)
  if (!found) throw new Error('a message cannot be sent: the terms were not locked') // `maySend` is false
  return found
}

const absent = "This form request either doesn't exist or someone else has taken control."

/** Only a request whose time has run out gets a new term. */
type Circumstances = {
  takeOver: boolean
  now: Date
  reopenUntil: string | undefined
  sending: Map<string, ResendTerms> | undefined
  lastMessages: Map<string, LastMessage> | undefined
  flagsOf: (id: string) => string[]
}

function judge(ctx: Context, request: LockedRequest, decide: Decide, at: Circumstances): Decided | Problem {
  const acts = decide(request)
  if (acts instanceof Problem) return acts
  if (acts.length > 0 && isTakenBySomebodyElse(ctx, request) && !at.takeOver) return taken(request)
  const change: Change = {}
  let message: Decided['message']
  for (const act of acts) {
    const part = changeOf(request, act, at)
    if (part && act.kind === 'close' && request.isUrgent && !act.confirmUrgent) return unconfirmed(at.flagsOf(request.id))
    if (act.kind === 'reopen' || act.kind === 'send' || act.kind === 'remind') {
      const sent = messageOf(request, act, at)
      if (sent instanceof Problem) return sent
      message = sent
      if (message === 'not_sent') change.isUnreached = true
    }
    if (act.kind === 'cancel_message' && at.lastMessages?.get(request.id)?.status !== 'queued')
      return new Problem('conflict', 'No message is waiting to be sent.')
    if (!part) return new Problem('conflict', refusalWords(request, act))
    Object.assign(change, part)
  }
  // A member who takes over a request becomes its assignee.
  if (isTakenBySomebodyElse(ctx, request) && change.assigneeId === undefined) change.assigneeId = ctx.actor.id
  return { request, acts, change, ...(message && { message }) }
}

const unconfirmed = (redFlags: readonly string[]) =>
  new Problem(
    'confirmation_needed',
    redFlags.length > 0
      ? `This form request is urgent. ${redFlags.length === 1 ? 'Red flag' : 'Red flags'}: ${redFlags.join(', ')}. Confirm that you want to close the form request.`
      : 'This form request is urgent. Confirm that you want to close the form request.',
  )

/** Whether the message is sent again. An archived patient gets no message. */
function messageOf(
  request: LockedRequest,
  act: Extract<StaffAct, { kind: 'reopen' | 'send' | 'remind' }>,
  { now, sending, lastMessages }: Circumstances,
): Decided['message'] | Problem {
  const { patient, unreachable } = sendingOf(sending, request.id)
  const lastMessage = lastMessages?.get(request.id)
  if (act.kind === 'reopen') {
    if (!transition('reopen', request)) return undefined // refused by the table of transitions
    if (patient.archived)
      return new Problem('conflict', 'This patient is archived. Restore the patient before you reopen the form request.')
    if (!needsMessageWhenReopened({ ...request, lastMessage: lastMessage?.status }, now)) return undefined
    if (!act.sendMessage) return 'not_sent'
  } else {
    if (request.status !== 'unopened' && request.status !== 'opened')
      return new Problem('conflict', 'The message can be sent only while the form request is open.')
    if (lastMessage?.status === 'queued') return new Problem('conflict', 'The message is already waiting to be sent.')
    const refusal = act.kind === 'remind' ? whyNotRemind(request) : whyNotRepeat(request, act)
    if (refusal) return new Problem('conflict', refusal)
    const isCorrected = lastMessage && new Date(patient.updatedAt) > lastMessage.at
    if (!request.isUnreached && !isCorrected && lastMessage && now.getTime() - lastMessage.at.getTime() < pauseMs)
      return new Problem(
        'conflict',
        `The last message is from ${formatDateTime(lastMessage.at)}. Wait ten minutes before you send another.`,
      )
  }
  if (unreachable !== undefined) return new Problem('conflict', `The message cannot be sent. ${unreachable}`)
  return act.kind === 'remind' ? 'request_reminder' : 'request_created'
}

/**
 * Two members who help the same patient, or a second press, must not send two messages: this long after one, in milliseconds. It does not hold
 * when the patient's record was corrected meanwhile.
 */
const pauseMs = 600_000

const whyNotRemind = ({ isUnreached }: LockedRequest) =>
  isUnreached ? 'The message has not reached the patient. Send the message again instead of a reminder.' : undefined
const whyNotRepeat = ({ isUnreached }: LockedRequest, { again }: { again: boolean }) =>
  isUnreached || again ? undefined : 'The message has already been sent.'

const isTakenBySomebodyElse = ({ actor }: Context, { assigneeId }: LockedRequest) => assigneeId !== null && assigneeId !== actor.id

/** The specification's message for this 404 (section 8), with the assignee and the time, which every colleague may know. */
const taken = ({ assigneeName, assignedAt }: LockedRequest) =>
  new Problem(
    'taken_control',
    `This form request either doesn't exist or someone else has taken control: ${assigneeName}, ${formatDateTime(assignedAt!)}.`,
  )

function changeOf(request: LockedRequest, act: StaffAct, { now, reopenUntil }: Circumstances): Change | undefined {
  if (act.kind === 'assign') return { assigneeId: act.memberId }
  if (act.kind === 'unassign') return { assigneeId: null }
  if (act.kind === 'send' || act.kind === 'remind' || act.kind === 'cancel_message') return {}
  const status = transition(act.kind satisfies RequestAction, request)
  if (!status) return undefined
  if (act.kind !== 'reopen') return { status, closedAt: now.toISOString() }
  // A request that is reopened after it expired gets a new term, or it would expire again at once.
  return { status, closedAt: null, ...(reopenUntil && new Date(request.expiresAt) <= now && { expiresAt: reopenUntil }) }
}

async function termFrom(ctx: Context, now: Date) {
  const { expiryDays } = await getOrganisationSettings(ctx)
  return new Date(now.getTime() + expiryDays * 86_400_000).toISOString()
}

const refusalWords = ({ status }: LockedRequest, { kind }: StaffAct) =>
  kind === 'reopen'
    ? 'This form request is already open.'
    : kind === 'mark_sent_in_error'
      ? 'Only a form request that has not been answered or ended can be marked as sent in error.'
      : `This form request has already ended (${requestStatusLabel(status).toLowerCase()}).`

/** Requests with the same change are written in one statement. There are only a few different changes. */
async function write(ctx: Context, decided: readonly Decided[], takeOver: boolean) {
  const changed = decided.filter(({ change }) => Object.keys(change).length > 0) // sending a message does not change the request
  for (const [, alike] of Map.groupBy(changed, ({ change }) => JSON.stringify(change)))
    await changeRequests(
      ctx,
      alike.map(({ request }) => request.id),
      alike[0]!.change,
    )
  const recorded = decided.flatMap(({ request, acts, message }) => acts.map((act) => ({ request, act, message })))
  for (const [kind, done] of Map.groupBy(recorded, ({ act }) => act.kind)) {
    const subjects = done.map(({ request, act, message }) => ({
      subjectId: request.id,
      patientId: request.patientId,
      detail: {
        ...(act.kind === 'assign' && { memberId: act.memberId }),
        ...(act.kind === 'reopen' && message && { message: message === 'not_sent' ? message : 'queued' }),
        ...(act.kind === 'close' && request.isUrgent && { isUrgentConfirmed: true }),
        ...(takeOver && request.assigneeId && { tookOverFrom: request.assigneeId }),
      },
    }))
    await insertEventsOf(ctx, records[kind].event, subjects)
    await auditAll(ctx, records[kind].audit, subjects)
  }
}
