import { type RequestStatus, transition } from '#domain/request-status.ts'
import { findColleague } from '#server/members/members.ts'
import { cancelMessages, holdMessages } from '#server/notifications/notifications.ts'
import { audit } from '#server/platform/audit.sql.ts'
import type { Context } from '#server/platform/context.ts'
import { fieldProblem, Problem } from '#server/platform/problem.ts'
import { insertEvents } from '#server/timeline/timeline.ts'

import { actOnRequests, isAlready, type StaffAct } from './act-on-requests.ts'
import { findOpenOf } from './due-requests.sql.ts'
import { endRequests } from './end-requests.ts'
import { changeRequests, lockRequests, unlockLink } from './request-rows.sql.ts'

export { type LockedRequest, type StaffAct, actOnRequests, isAlready } from './act-on-requests.ts'
export { createRequests, getSendingTerms } from './create-requests.ts'

export { findOpenRequests, openKey, type FormOnPathway, type OpenRequest } from './open-requests.sql.ts'

/** The patient has proved who they are: only that opens a request, never the mere visit of a link preview. */
export async function openRequest(ctx: Context, id: string) {
  const [request] = await lockRequests(ctx, [id])
  const status = request && transition('open', request)
  if (!status) return // opened before, on this device or another
  await changeRequests(ctx, [id], { status, openedAt: new Date().toISOString() })
  await insertEvents(ctx, [id], 'opened')
  await audit(ctx, 'formRequestOpened', { subjectId: id, patientId: request.patientId })
}

/** The patient has sent their answers. Undefined when the request is not open to them: two who press at once are told apart by the row's lock. */
export async function completeRequest(ctx: Context, id: string) {
  const [request] = await lockRequests(ctx, [id])
  const status = request && transition('submit', request)
  if (!status) return undefined
  await changeRequests(ctx, [id], { status, completedAt: new Date().toISOString() })
  await insertEvents(ctx, [id], 'completed')
  await audit(ctx, 'formRequestSubmitted', { subjectId: id, patientId: request.patientId })
  return { patientId: request.patientId }
}

/** A red flag makes a form request urgent. Which flag it was is kept with the answers, where reading it is audited. */
export async function flagRequest(ctx: Context, id: string) {
  await changeRequests(ctx, [id], { isUrgent: true })
  await insertEvents(ctx, [id], 'flagged')
}

/** Acts on one request, and refuses with words where it may not be done. */
export async function actOnRequest(ctx: Context, id: string, act: StaffAct, { takeOver = false } = {}) {
  const maySend = act.kind === 'reopen' || act.kind === 'send'
  const { refusals } = await actOnRequests(ctx, [id], (request) => (isAlready(act, request) ? [] : [act]), { takeOver, maySend })
  const refusal = refusals.get(id)
  // One that was asked for by its own address and is not there gets the words of that address.
  if (refusal) throw refusal.code === 'not_found' ? new Problem('not_found') : refusal
}

export async function assignRequest(ctx: Context, id: string, memberId: string, options: { takeOver?: boolean } = {}) {
  await mustBeColleague(ctx, memberId)
  await actOnRequest(ctx, id, { kind: 'assign', memberId }, options)
}

/** Requests are only ever given to an active member of the same organisation who may read them. */
export async function mustBeColleague({ tx }: Context, memberId: string) {
  const member = await findColleague(tx, memberId)
  if (!member?.permissions.includes('formRequest:read')) throw fieldProblem('userId', 'User is not valid.')
}

/** Lets the patient try again after too many wrong dates of birth, which are counted from 0 again; the log keeps how many there were. */
export async function unlockRequest(ctx: Context, id: string) {
  const [request] = await lockRequests(ctx, [id])
  if (!request) throw new Problem('not_found')
  const counts = await unlockLink(ctx, id)
  if (!counts) throw new Problem('conflict', 'The link is not locked.')
  await insertEvents(ctx, [id], 'unlocked', counts)
  await audit(ctx, 'formRequestUnlocked', { subjectId: id, patientId: request.patientId, detail: counts })
}

/** A patient who is archived (moved away, died) is no longer waited for, nor written to. */
export const autoCloseRequests = async (ctx: Context, patientId: string) => endRequests(ctx, await findOpenOf(ctx, patientId), 'auto_close')

const reason = 'A new form request replaced this one.'

/** Closes open requests that are about to be asked anew: their links say so, and their messages that have not gone out are cancelled. */
export async function replaceRequests(ctx: Context, ids: string[]) {
  if (ids.length === 0) return
  await endRequests(
    ctx,
    ids.map((id) => ({ id })),
    'close',
    reason,
  )
  await cancelMessages(ctx, ids, reason)
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
 * Takes back the requests that no patient has opened and no colleague has taken on: they were sent in error, and their messages are
 * cancelled where they have not gone out. Says of each what became of it; of one that is not seen here, nothing.
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
    reason,
  )
  for (const id of goneOut) became.set(id, 'undone_message_out')
  return became
}
