import type { IdentityCheck } from '#domain/answering.ts'
import type { MessageReason } from '#domain/message-reasons.ts'
import { dateOf } from '#domain/moments.ts'
import { isStillOpen, type RequestStatus, transition } from '#domain/request-status.ts'
import { waitingSinceProblem, waitingSinceRefusals } from '#domain/waiting-since.ts'
import { findColleague } from '#server/members/members.ts'
import { cancelMessages, holdMessages, linkAddress } from '#server/notifications/notifications.ts'
import { audit } from '#server/platform/audit.sql.ts'
import type { Context } from '#server/platform/context.ts'
import { fieldProblem, Problem } from '#server/platform/problem.ts'
import { insertEvents } from '#server/timeline/timeline.ts'

import { actOnRequests, isAboutMessages, isAlready, type StaffAct } from './act-on-requests.ts'
import { findOpenOf } from './due-requests.sql.ts'
import { endRequests } from './end-requests.ts'
import { changeRequests, findFormType, lockRequests, unlockLink } from './request-rows.sql.ts'

export {
  type Expected,
  type LockedRequest,
  type StaffAct,
  actOnRequests,
  expectMessages,
  isAboutMessages,
  isAlready,
} from './act-on-requests.ts'
export { createRequests, getSendingTerms, type SendingTerms } from './create-requests.ts'

export { findResendTerms, lockResendTerms, type ResendTerms } from './resend-terms.ts'
export { findOpenRequests, openKey, type FormOnPathway, type OpenRequest } from './open-requests.sql.ts'

/**
 * Opens a request. Called only after the patient has entered their date of birth, so that a link preview opens nothing, or when a user sends
 * the answers of the patient. `detail`: how a user got the answers.
 */
export async function openRequest(ctx: Context, id: string, detail: Record<string, unknown> = {}) {
  const [request] = await lockRequests(ctx, [id])
  const status = request && transition('open', request)
  if (!status) return // already opened, on this device or another
  await changeRequests(ctx, [id], { status, openedAt: new Date().toISOString() })
  await insertEvents(ctx, [id], 'opened', detail)
  await audit(ctx, 'formRequestOpened', { subjectId: id, patientId: request.patientId, detail })
}

/** Completes a request. Undefined if it is not open to the patient. The lock on the row decides between two simultaneous calls. */
export async function completeRequest(ctx: Context, id: string, detail: Record<string, unknown> = {}) {
  const [request] = await lockRequests(ctx, [id])
  const status = request && transition('submit', request)
  if (!status) return undefined
  await changeRequests(ctx, [id], { status, completedAt: new Date().toISOString() })
  await insertEvents(ctx, [id], 'completed', detail)
  await audit(ctx, 'formRequestSubmitted', { subjectId: id, patientId: request.patientId, detail })
  return { patientId: request.patientId }
}

/** Marks a form request as urgent because of a red flag. The flag itself is stored with the answers, and reading it is audited. */
export async function flagRequest(ctx: Context, id: string) {
  await changeRequests(ctx, [id], { isUrgent: true })
  await insertEvents(ctx, [id], 'flagged')
}

/** Acts on one request and returns the moment. Throws a Problem with the reason if that is not possible. */
export async function actOnRequest(ctx: Context, id: string, act: StaffAct, { takeOver = false } = {}) {
  const options = { takeOver, maySend: isAboutMessages(act) }
  const { refusals, at } = await actOnRequests(ctx, [id], (request) => (isAlready(act, request) ? [] : [act]), options)
  const refusal = refusals.get(id)
  // A missing request gets the message of its route.
  if (refusal) throw refusal.code === 'not_found' ? new Problem('not_found') : refusal
  return at
}

/** Corrects since when the patient of a waiting-list form has been waiting. */
export async function setWaitingSince(ctx: Context, id: string, waitingSince: string | null, options: { takeOver?: boolean } = {}) {
  if (waitingSince !== null) {
    const type = await findFormType(ctx, id)
    if (type === undefined) throw new Problem('not_found')
    const problem = type === 'waiting_list' ? waitingSinceProblem(waitingSince, dateOf(new Date())) : waitingSinceRefusals.otherForm
    if (problem !== undefined) throw fieldProblem('waitingSince', problem)
  }
  await actOnRequest(ctx, id, { kind: 'set_waiting_since', waitingSince }, options)
}

export async function assignRequest(ctx: Context, id: string, memberId: string, options: { takeOver?: boolean } = {}) {
  await mustBeColleague(ctx, memberId)
  await actOnRequest(ctx, id, { kind: 'assign', memberId }, options)
}

/** Requests can be assigned only to an active member of the organisation who may read them. */
export async function mustBeColleague({ tx }: Context, memberId: string) {
  const member = await findColleague(tx, memberId)
  if (!member?.permissions.includes('formRequest:read')) throw fieldProblem('userId', 'User is not valid.')
}

/** Unlocks a link after too many wrong dates of birth. The count starts again at 0; the audit log keeps the old count. */
export async function unlockRequest(ctx: Context, id: string, identityCheck: IdentityCheck) {
  const [request] = await lockRequests(ctx, [id])
  if (!request) throw new Problem('not_found')
  const counts = await unlockLink(ctx, id)
  if (!counts) throw new Problem('conflict', 'The link is not locked.')
  const detail = { ...counts, identityCheck }
  await insertEvents(ctx, [id], 'unlocked', detail)
  await audit(ctx, 'formRequestUnlocked', { subjectId: id, patientId: request.patientId, detail })
}

/** The patient's link, for a member who passes it on another way. Only while it opens the form; reading it is recorded. */
export async function copyLink(ctx: Context, id: string, identityCheck: IdentityCheck) {
  const [request] = await lockRequests(ctx, [id])
  if (!request) throw new Problem('not_found')
  if (!isStillOpen(request, new Date())) throw new Problem('conflict', 'The link works only while the form request is open.')
  await insertEvents(ctx, [id], 'link_copied', { identityCheck })
  await audit(ctx, 'formRequestLinkCopied', { subjectId: id, patientId: request.patientId, detail: { identityCheck } })
  return { link: linkAddress(ctx.services.config.PUBLIC_URL, ctx.services.keys, id) }
}

const patientReasons: Record<'archived' | 'deceased', MessageReason> = {
  archived: { code: 'archived', words: 'The patient is archived.' },
  deceased: { code: 'deceased', words: 'The patient has died.' },
}

/** Ends the open requests of a patient who was archived or has died, and cancels their waiting messages. The patient is locked before. */
export async function autoCloseRequests(ctx: Context, patientId: string, because: 'archived' | 'deceased') {
  const found = await findOpenOf(ctx, patientId)
  const ids = found.map(({ id }) => id)
  await holdMessages(ctx, ids)
  if (because === 'deceased') await insertEvents(ctx, ids, 'deceased')
  await endRequests(ctx, found, 'auto_close', because === 'deceased' ? patientReasons.deceased.words : undefined)
  await cancelMessages(ctx, ids, patientReasons[because])
}

const reason = 'A new form request replaced this one.'

/** Closes open requests that new requests replace. Their links say so, and messages that were not sent are cancelled. */
export async function replaceRequests(ctx: Context, ids: string[]) {
  if (ids.length === 0) return
  await endRequests(
    ctx,
    ids.map((id) => ({ id })),
    'close',
    reason,
  )
  await cancelMessages(ctx, ids, { code: 'replaced', words: reason })
}

type Withdrawn = 'undone' | 'undone_message_out' | 'opened' | 'completed' | 'ended' | 'taken'

const because: Record<RequestStatus, Withdrawn> = {
  unopened: 'undone',
  opened: 'opened',
  completed: 'completed',
  sent_in_error: 'ended',
  auto_closed: 'ended',
  closed: 'ended',
  expired: 'ended',
}

/**
 * Marks requests as sent in error if no patient has opened them and no colleague has taken them on. Cancels messages that were not sent.
 * Returns the outcome of each request; requests outside the member's wards are left out.
 */
export async function withdrawRequests(ctx: Context, ids: string[], reason: string): Promise<Map<string, Withdrawn>> {
  await holdMessages(ctx, ids)
  const locked = await lockRequests(ctx, ids)
  const became = new Map(
    locked.map(({ id, status, assigneeId }): [string, Withdrawn] => {
      const isTaken = status === 'unopened' && assigneeId !== null && assigneeId !== ctx.actor.id
      return [id, isTaken ? 'taken' : because[status]]
    }),
  )
  const withdrawn = [...became].filter(([, outcome]) => outcome === 'undone').map(([id]) => ({ id }))
  await endRequests(ctx, withdrawn, 'mark_sent_in_error', reason)
  const goneOut = await cancelMessages(
    ctx,
    withdrawn.map(({ id }) => id),
    { code: 'undone', words: reason },
  )
  for (const id of goneOut) became.set(id, 'undone_message_out')
  return became
}
