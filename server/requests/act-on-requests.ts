import type { IdentityCheck } from '#domain/answering.ts'
import type { AuditEventType } from '#domain/audit-events.ts'
import { endOfDayLater, formatDateTime } from '#domain/moments.ts'
import { letterRefusal } from '#domain/letters.ts'
import type { MessageMethod, NotificationCategory, NotificationMethod } from '#domain/notification.ts'
import { canHaveOutcome, chooseOutcome, type OutcomeChoice, outcomeRefusals } from '#domain/outcomes.ts'
import { sendingMomentOf } from '#domain/sending-times.ts'
import { isStillOpen, needsMessageWhenReopened, requestStatusLabel, transition, type RequestAction } from '#domain/request-status.ts'
import {
  cancelMessages,
  findLastMessages,
  findWithoutMessage,
  queueLetters,
  type LastMessage,
  type MessagesToPlan,
} from '#server/notifications/notifications.ts'
import { addNotes } from '#server/notes/notes.ts'
import { getOrganisationSettings } from '#server/organisations/organisations.ts'
import { listOutcomeChoices } from '#server/outcomes/outcomes.ts'
import { auditAll } from '#server/platform/audit.sql.ts'
import type { Context } from '#server/platform/context.ts'
import { Problem } from '#server/platform/problem.ts'
import { resultsOf } from '#server/submissions/submissions.ts'
import { insertEventsOf, type EventKind } from '#server/timeline/timeline.ts'

import { findNotSeen } from './assignees.sql.ts'
import { findResendTerms, lockResendTerms, requeueMessages, type ResendTerms } from './resend-terms.ts'
import { changeRequests, findMessageFacts, findReminderMethods, lockRequests, type Change, type LockedRequest } from './request-rows.sql.ts'

export type { LockedRequest }

/** The acts of a member of staff on a form request. Each one is audited and added to the timeline. */
export type StaffAct =
  | { kind: 'assign'; memberId: string }
  | { kind: 'unassign' }
  /**
   * Urgent requests are closed only with `confirmUrgent`, and with an outcome if there is one for their form. `isUnanswered`: the user saw no
   * answers.
   */
  | { kind: 'close'; confirmUrgent: boolean; isUnanswered?: boolean; outcomeId?: string | undefined; note?: string | undefined }
  /** Records or corrects the outcome of a request that has ended. */
  | { kind: 'set_outcome'; outcomeId: string }
  /** Corrects since when the patient has been waiting; null: not known. */
  | { kind: 'set_waiting_since'; waitingSince: string | null }
  /** Reopening sends the message again with `sendMessage`. Without it the request counts as not reached. `closedAt`: only what was closed then. */
  | { kind: 'reopen'; sendMessage: boolean; closedAt?: string | undefined }
  /** Sends the message of an open request again. One that reached the patient is repeated only with `again`. */
  | { kind: 'send'; again: boolean; method?: NotificationMethod | undefined; identityCheck?: IdentityCheck | undefined }
  | { kind: 'remind' }
  /** Puts a letter in the queue. A patient who has had a letter gets another only with `again`. */
  | { kind: 'queue_letter'; again: boolean }
  /** Cancels the message that waits to be sent, or the letter that waits to be printed. */
  | { kind: 'cancel_message' }
  | { kind: 'mark_sent_in_error' }

const records = {
  assign: { audit: 'formRequestAssigned', event: 'assigned' },
  unassign: { audit: 'formRequestUnassigned', event: 'unassigned' },
  close: { audit: 'formRequestClosed', event: 'closed' },
  set_outcome: { audit: 'formRequestOutcomeRecorded', event: 'outcome_set' },
  set_waiting_since: { audit: 'formRequestWaitingSinceSet', event: 'waiting_since_set' },
  reopen: { audit: 'formRequestReopened', event: 'reopened' },
  send: { audit: 'formRequestSentAgain', event: 'queued' },
  remind: { audit: 'formRequestReminded', event: 'queued' },
  queue_letter: { audit: 'formRequestLetterQueued', event: 'letter_queued' },
  cancel_message: { audit: 'formRequestMessageCancelled', event: 'message_cancelled' },
  mark_sent_in_error: { audit: 'formRequestMarkedSentInError', event: 'sent_in_error' },
} satisfies Record<StaffAct['kind'], { audit: AuditEventType; event: EventKind }>

/** Whether a request already has the assignee, the outcome or the date of the act. Then nothing is changed or recorded. */
export function isAlready(act: StaffAct, { assigneeId, outcomeId, waitingSince }: LockedRequest) {
  if (act.kind === 'assign') return assigneeId === act.memberId
  if (act.kind === 'set_outcome') return outcomeId === act.outcomeId
  if (act.kind === 'set_waiting_since') return waitingSince === act.waitingSince
  return act.kind === 'unassign' && assigneeId === null
}

/** Returns the acts to do, an empty list if nothing has to change, or the reason for a refusal. */
type Decide = (request: LockedRequest) => readonly StaffAct[] | Problem
type Decided = {
  request: LockedRequest
  acts: readonly StaffAct[]
  change: Change
  message?: Message | 'not_sent'
}

type Message = { category: NotificationCategory; method: NotificationMethod }
type Options = {
  takeOver: boolean
  /** Whether `decide` may return acts that send messages. What they depend on is locked before the requests. */
  maySend: boolean
  /** For a change of many requests that takes longer than one transaction. */
  inBulk?: {
    /**
     * When the user was shown the form requests. A message that left after this moment is not followed by another: somebody else was faster. Answers
     * that arrived after it have not been seen.
     */
    seenAt: Date
    /** When a message may leave at the earliest. */
    dueAt: (method: NotificationMethod) => Date
  }
}

/** Whether an act sends or cancels messages, so that the messages have to be locked as well. */
export const isAboutMessages = ({ kind }: StaffAct) =>
  kind === 'reopen' || kind === 'send' || kind === 'remind' || kind === 'queue_letter' || kind === 'cancel_message'

/**
 * Acts on many requests in a few statements. Locks them in the order of their ids, decides each one by the table of transitions, then
 * writes. Returns the reasons by id for the requests that were not changed, the ids that needed no change, and the moment of the changes.
 */
export async function actOnRequests(ctx: Context, ids: readonly string[], decide: Decide, { takeOver, maySend, inBulk }: Options) {
  const refusals = new Map<string, Problem>(ids.map((id) => [id, new Problem('not_found', absent)]))
  const decided: Decided[] = []
  const now = new Date()
  const sending = maySend ? await lockResendTerms(ctx, ids) : undefined
  const locked = await lockRequests(ctx, ids)
  // Read after the requests are locked, so that the second of two simultaneous calls finds the message of the first.
  const lastMessages = maySend ? await findLastMessages(ctx, ids) : undefined
  const reminderMethods = maySend ? await findReminderMethods(ctx, ids) : undefined
  const urgent = locked.filter(({ isUrgent }) => isUrgent).map(({ id }) => id)
  const flagsOf = await redFlagsOf(ctx, urgent)
  const unchanged = new Set<string>()
  const reopenUntil = locked.some(({ expiresAt }) => new Date(expiresAt) <= now) ? await termFrom(ctx, now) : undefined
  const wanted = locked.map((request) => ({ request, acts: decide(request) }))
  const outcomes = wanted.some(({ acts }) => !(acts instanceof Problem) && acts.some(isAboutOutcome)) ? await listOutcomeChoices(ctx) : []
  const notSeen = await findNotSeen(
    ctx,
    wanted.flatMap(({ request, acts }) => (acts instanceof Problem ? [] : acts.flatMap((act) => assignmentOf(request, act)))),
  )
  for (const { request, acts } of wanted) {
    const verdict = judge(ctx, request, acts, {
      takeOver,
      now,
      reopenUntil,
      sending,
      lastMessages,
      reminderMethods,
      flagsOf,
      outcomes,
      notSeen,
      seenAt: inBulk?.seenAt,
    })
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
  const toSend = decided.flatMap(({ request: { id }, message }) => {
    if (!message || message === 'not_sent') return []
    return [{ id, ...message, sendAt: sendingOf(sending, id).sendAt }]
  })
  await requeueMessages(ctx, toSend, inBulk?.dueAt ?? (toSend.length > 0 ? await sendingMomentFrom(ctx, now) : () => now))
  await queueLetters(
    ctx,
    decided.flatMap(({ request: { id }, acts }) => (acts.some(({ kind }) => kind === 'queue_letter') ? [id] : [])),
  )
  return { refusals, unchanged, at: now.toISOString(), queued: toSend.map(({ method }) => method) }
}

/** What an act on the messages of a request would do. `isTaken`: only if it is taken over. `isRepeat`: the patient has had the message. */
export type Expected =
  | { id: string; method: MessageMethod; isTaken: boolean; isRepeat: boolean; message: Omit<MessagesToPlan, 'category'> }
  | { id: string; reason: string }

/** Judges requests as `actOnRequests` would, if they were taken over and messages repeated. Changes and locks nothing. */
export async function expectMessages(ctx: Context, ids: readonly string[], act: StaffAct): Promise<Expected[]> {
  const now = new Date()
  const sending = await findResendTerms(ctx, ids)
  const [found, lastMessages] = [await lockRequests(ctx, ids, { areHeld: false }), await findLastMessages(ctx, ids)]
  const [facts, reminderMethods] = [await findMessageFacts(ctx, ids), await findReminderMethods(ctx, ids)]
  const at = {
    takeOver: true,
    now,
    reopenUntil: undefined,
    sending,
    lastMessages,
    reminderMethods,
    flagsOf: () => [],
    outcomes: [],
    notSeen: new Set<string>(),
    seenAt: now,
  }
  return found.map((request) => {
    const verdict = judge(ctx, request, [act], at)
    const { id, isUnreached } = request
    if (verdict instanceof Problem) return { id, reason: verdict.detail ?? '' }
    const { method: usual, patient } = sendingOf(sending, id)
    const method = verdict.message && verdict.message !== 'not_sent' ? verdict.message.method : usual
    const { firstName, lastName, locale } = patient
    return {
      id,
      method: act.kind === 'queue_letter' ? 'letter' : method,
      isTaken: isTakenBySomebodyElse(ctx, request),
      isRepeat: act.kind === 'queue_letter' ? hasPrintedLetter(lastMessages.get(id)) : act.kind === 'send' && !isUnreached,
      message: { count: 1, method, patient, facts: { firstName, lastName, locale, ...facts.get(id)! } }, // every request has a form
    }
  })
}

/** Cancels the waiting messages of these requests. A patient who has no other message counts as not reached. */
async function cancelWaiting(ctx: Context, ids: string[]) {
  if (ids.length === 0) return
  await cancelMessages(ctx, ids, { code: 'cancelled_by_user', words: 'A user cancelled the message.' })
  const unreached = await findWithoutMessage(ctx, ids)
  if (unreached.length > 0) await changeRequests(ctx, unreached, { unreached: 'cancelled_by_user' })
}

/** The first moment in which a message may leave, so that the record says at once until when the message waits. */
async function sendingMomentFrom(ctx: Context, now: Date) {
  const { sendingHours } = await getOrganisationSettings(ctx)
  return (method: NotificationMethod) => sendingMomentOf(method, now, sendingHours)
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
  reminderMethods: Map<string, MessageMethod> | undefined
  flagsOf: (id: string) => string[]
  /** The outcomes of the organisation. */
  outcomes: readonly OutcomeChoice[]
  /** The form requests that the user to whom they would be assigned does not see. */
  notSeen: ReadonlySet<string>
  /** When the user was shown the form requests of a bulk change; undefined for a change of one call. */
  seenAt: Date | undefined
}

const isSameMoment = (one: string, other: string | null) => other !== null && new Date(one).getTime() === new Date(other).getTime()

function judge(ctx: Context, request: LockedRequest, acts: ReturnType<Decide>, at: Circumstances): Decided | Problem {
  if (acts instanceof Problem) return acts
  if (acts.length > 0 && isTakenBySomebodyElse(ctx, request) && !at.takeOver) return taken(request)
  const change: Change = {}
  let message: Decided['message']
  for (const act of acts) {
    const part = changeOf(request, act, at)
    if (act.kind === 'assign' && at.notSeen.has(request.id)) return new Problem('conflict', notSeenByAssignee)
    if (part && act.kind === 'close' && isAnsweredSince(request, act, at)) return new Problem('conflict', answeredSince)
    if (part && act.kind === 'close' && request.isUrgent && !act.confirmUrgent) return unconfirmed(at.flagsOf(request.id))
    if (act.kind === 'reopen' || act.kind === 'send' || act.kind === 'remind') {
      const sent = messageOf(request, act, at)
      if (sent instanceof Problem) return sent
      message = sent
      if (message === 'not_sent') change.unreached = 'not_sent'
    }
    if (act.kind === 'reopen' && act.closedAt !== undefined && !isSameMoment(act.closedAt, request.closedAt))
      return new Problem('conflict', 'The form request has been closed again since.')
    if (act.kind === 'queue_letter') {
      const refusal = whyNoLetter(afterChange(request, change), act, at)
      if (refusal !== undefined) return new Problem('conflict', refusal)
    }
    if (act.kind === 'cancel_message' && at.lastMessages?.get(request.id)?.status !== 'queued')
      return new Problem('conflict', 'No message is waiting to be sent.')
    if (!part) return new Problem('conflict', refusalWords(request, act))
    if (act.kind === 'close' || act.kind === 'set_outcome') {
      const outcome = outcomeOf(request, act, at)
      if (outcome instanceof Problem) return outcome
      if (outcome) change.outcome = { id: outcome.id, name: outcome.name }
    }
    Object.assign(change, part)
  }
  // A member who takes over a request becomes its assignee.
  if (isTakenBySomebodyElse(ctx, request) && change.assigneeId === undefined) change.assigneeId = ctx.actor.id
  return { request, acts, change, ...(message && { message }) }
}

const assignmentOf = ({ id }: LockedRequest, act: StaffAct) => (act.kind === 'assign' ? [{ requestId: id, memberId: act.memberId }] : [])

/** The permission of the user is checked before, so what is missing is the ward. */
const notSeenByAssignee = 'The user does not have access to the ward of this patient. Choose another user.'

/** Nobody has read answers that arrived after the user looked, and nobody looks for those of a closed request. */
const isAnsweredSince = ({ completedAt }: LockedRequest, { isUnanswered }: { isUnanswered?: boolean }, { seenAt }: Circumstances) =>
  completedAt !== null && (isUnanswered === true || (seenAt !== undefined && new Date(completedAt) > seenAt))

const answeredSince = 'The patient has answered since. Read the answers before you close the form request.'

/** The form request as the acts before have left it: a letter may be queued for one that is reopened first. */
const afterChange = (request: LockedRequest, { status, expiresAt, unreached }: Change): LockedRequest => ({
  ...request,
  status: status ?? request.status,
  expiresAt: expiresAt ?? request.expiresAt,
  isUnreached: request.isUnreached || unreached !== undefined,
})

function whyNoLetter(request: LockedRequest, { again }: { again: boolean }, { now, sending, lastMessages, seenAt }: Circumstances) {
  const { patient, carried } = sendingOf(sending, request.id)
  const lastMessage = lastMessages?.get(request.id)
  // A letter that somebody else printed or cancelled after the user was shown the form request is not followed by another.
  if (seenAt && lastMessage?.method === 'letter' && lastMessage.status !== 'queued' && lastMessage.at >= seenAt)
    return 'Another letter was printed or cancelled after this bulk change was checked.'
  return letterRefusal({ request, patient, lastMessage, carried, again }, now)
}

const isAboutOutcome = ({ kind }: StaffAct) => kind === 'close' || kind === 'set_outcome'

function outcomeOf(request: LockedRequest, act: Extract<StaffAct, { kind: 'close' | 'set_outcome' }>, { outcomes }: Circumstances) {
  const chosen = chooseOutcome(outcomes, request, act.outcomeId)
  if ('outcome' in chosen) return chosen.outcome
  const words = outcomeRefusals[chosen.refusal]
  return chosen.refusal === 'needed'
    ? new Problem('outcome_needed', words)
    : new Problem('invalid_request', words, [{ field: 'outcomeId', message: words }])
}

const unconfirmed = (redFlags: readonly string[]) =>
  new Problem(
    'confirmation_needed',
    redFlags.length > 0
      ? `This form request is urgent. ${redFlags.length === 1 ? 'Red flag' : 'Red flags'}: ${redFlags.join(', ')}. Confirm that you want to close the form request.`
      : 'This form request is urgent. Confirm that you want to close the form request.',
  )

/** Whether the message is sent again. A patient who has died or is archived gets no message. */
function messageOf(
  request: LockedRequest,
  act: Extract<StaffAct, { kind: 'reopen' | 'send' | 'remind' }>,
  { now, sending, lastMessages, reminderMethods, seenAt }: Circumstances,
): Decided['message'] | Problem {
  const { patient, method: usual, whyUnreachable } = sendingOf(sending, request.id)
  const method = act.kind === 'remind' ? reminderMethods?.get(request.id) : act.kind === 'send' && act.method ? act.method : usual
  const lastMessage = lastMessages?.get(request.id)
  if (act.kind === 'reopen') {
    if (!transition('reopen', request)) return undefined // refused by the table of transitions
    if (patient.deceased)
      return new Problem(
        'conflict',
        'This patient has died. If that is wrong, correct the patient record before you reopen the form request.',
      )
    if (patient.archived)
      return new Problem('conflict', 'This patient is archived. Restore the patient before you reopen the form request.')
    if (!needsMessageWhenReopened({ ...request, lastMessage: lastMessage?.status }, now)) return undefined
    if (!act.sendMessage) return 'not_sent'
  } else {
    if (!isStillOpen(request, now)) return new Problem('conflict', 'The message can be sent only while the form request is open.')
    if (lastMessage?.status === 'queued')
      return new Problem(
        'conflict',
        lastMessage.method === 'letter'
          ? 'A letter is waiting to be printed. Cancel the letter before you send a message.'
          : 'The message is already waiting to be sent.',
      )
    if (seenAt && lastMessage && lastMessage.at >= seenAt)
      return new Problem('conflict', 'Another message was sent or cancelled after this bulk change was checked.')
    const refusal = act.kind === 'remind' ? whyNotRemind(request, method) : whyNotRepeat(request, act)
    if (refusal) return new Problem('conflict', refusal)
    const isCorrected = lastMessage && new Date(patient.updatedAt) > lastMessage.at
    if (!request.isUnreached && !isCorrected && lastMessage && now.getTime() - lastMessage.at.getTime() < pauseMs)
      return new Problem('conflict', seenAt ? recentlySent : `The last message is from ${formatDateTime(lastMessage.at)}. ${wait}`)
  }
  if (method === undefined || method === 'letter') throw new Error('a reminder has no method') // read for every locked request; letters are refused
  const unreachable = whyUnreachable(method)
  if (unreachable !== undefined) return new Problem('conflict', `The message cannot be sent. ${unreachable}`)
  return { category: act.kind === 'remind' ? 'request_reminder' : 'request_created', method }
}

/**
 * Two members who help the same patient, or a second press, must not send two messages: this long after one, in milliseconds. It does not hold
 * when the patient's record was corrected meanwhile.
 */
const pauseMs = 600_000
const wait = 'Wait ten minutes before you send another.'
/** Without the time, so that many requests can be counted under one reason. */
const recentlySent = `The last message is less than ten minutes old. ${wait}`

export const reminderAfterLetter = 'The patient was sent a letter. Print another letter, or phone the patient.'

function whyNotRemind({ isUnreached }: LockedRequest, method: MessageMethod | undefined) {
  if (isUnreached) return 'The message has not reached the patient. Send the message again instead of a reminder.'
  if (method === 'letter') return reminderAfterLetter
  return undefined
}
const hasPrintedLetter = (lastMessage: LastMessage | undefined) => lastMessage?.method === 'letter' && lastMessage.status === 'sent'
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
  if (act.kind === 'send' || act.kind === 'remind' || act.kind === 'queue_letter' || act.kind === 'cancel_message') return {}
  if (act.kind === 'set_waiting_since') return { waitingSince: act.waitingSince }
  if (act.kind === 'set_outcome') return canHaveOutcome(request.status) ? {} : undefined
  const status = transition(act.kind satisfies RequestAction, request)
  if (!status) return undefined
  if (act.kind !== 'reopen') return { status, closedAt: now.toISOString() }
  // A request that is reopened after it expired gets a new term, or it would expire again at once.
  return { status, closedAt: null, outcome: null, ...(reopenUntil && new Date(request.expiresAt) <= now && { expiresAt: reopenUntil }) }
}

async function termFrom(ctx: Context, now: Date) {
  const { expiryDays } = await getOrganisationSettings(ctx)
  return endOfDayLater(now, expiryDays).toISOString()
}

const refusalWords = ({ status }: LockedRequest, { kind }: StaffAct) =>
  kind === 'set_outcome'
    ? 'An outcome can be recorded only after the form request has been closed or has expired.'
    : kind === 'reopen'
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
  const recorded = decided.flatMap(({ request, acts, message, change }) => acts.map((act) => ({ request, act, message, change })))
  for (const [kind, done] of Map.groupBy(recorded, ({ act }) => act.kind)) {
    const subjects = done.map(({ request, act, message, change }) => ({
      subjectId: request.id,
      patientId: request.patientId,
      detail: {
        ...(act.kind === 'assign' && { memberId: act.memberId }),
        ...(act.kind === 'send' && act.method && { method: act.method }),
        ...(act.kind === 'send' && act.identityCheck && { identityCheck: act.identityCheck }),
        ...(act.kind === 'reopen' && message && { message: message === 'not_sent' ? message : 'queued' }),
        ...(act.kind === 'close' && request.isUrgent && { isUrgentConfirmed: true }),
        ...(isAboutOutcome(act) && change.outcome && { outcome: change.outcome.name }),
        ...(act.kind === 'set_waiting_since' && { before: request.waitingSince, after: act.waitingSince }),
        ...(takeOver && request.assigneeId && { tookOverFrom: request.assigneeId }),
      },
    }))
    await insertEventsOf(ctx, records[kind].event, subjects)
    await auditAll(ctx, records[kind].audit, subjects)
  }
  const notes = recorded.flatMap(({ request: { id, patientId }, act }) =>
    act.kind === 'close' && act.note !== undefined ? [{ requestId: id, patientId, text: act.note }] : [],
  )
  if (notes.length > 0) await addNotes(ctx, notes)
}
