import { reachableMethods } from '#domain/contactability.ts'
import { letterPostDays } from '#domain/letters.ts'
import type { NotificationMethod } from '#domain/notification.ts'
import { reachingMethods } from '#server/channels/channels.ts'
import { cancelMessages, holdMessages, queueNotifications } from '#server/notifications/notifications.ts'
import { getOrganisationSettings } from '#server/organisations/organisations.ts'
import { auditAll } from '#server/platform/audit.sql.ts'
import type { Context } from '#server/platform/context.ts'
import type { findResendTerms } from '#server/requests/requests.ts'
import { insertEventsOf } from '#server/timeline/timeline.ts'

import {
  endRemovals,
  extendRemovals,
  findFinal,
  findMayKnow,
  findStillNeeded,
  findUntold,
  insertRemovals,
  lockFormRequests,
  openEntries,
} from './removals.sql.ts'

export { findRemoval, type Removal } from './removals.sql.ts'

type Terms = Awaited<ReturnType<typeof findResendTerms>>

/** The methods by which the patient of a form request can be told, the method of the form request first. `reaching`: those that reach anybody. */
export const methodsToTell = (terms: Terms, id: string, reaching: readonly NotificationMethod[]) => {
  const found = terms.get(id)
  return found ? reachableMethods(found.patient, reaching, found.method) : []
}

/**
 * Approves removals from the waiting list, and queues the message that tells the patients. Patients whom no method reaches are listed for a
 * member who tells them. A patient who has died gets no message.
 */
export async function approveRemovals(ctx: Context, ids: readonly string[], reason: string, terms: Terms) {
  const { removalDays } = await getOrganisationSettings(ctx)
  await insertRemovals(ctx, ids, reason, removalDays)
  await openEntries(ctx, ids, 'removal_approved')
  const reaching = await reachingMethods(ctx)
  const alive = ids.filter((id) => !terms.get(id)?.patient.deceased)
  const wanted = alive.flatMap((id) =>
    methodsToTell(terms, id, reaching)
      .slice(0, 1)
      .map((method) => ({ requestId: id, method })),
  )
  await queueNotifications(ctx, wanted, { category: 'removal_approved' })
  const told = new Set(wanted.map(({ requestId }) => requestId))
  await openEntries(
    ctx,
    alive.filter((id) => !told.has(id)),
    'not_told',
  )
}

/**
 * Withdraws removals and cancels their messages, which `holdMessages` has locked. If a patient can know of the removal, the form request is listed, so
 * that a user tells the patient that they stay on the waiting list.
 */
export async function withdrawRemovals(ctx: Context, ids: string[], note: string) {
  const mayKnow = await findMayKnow(ctx, ids)
  await endRemovals(ctx, ids, { from: ['approved', 'final'], state: 'withdrawn', decision: 'removal_withdrawn', note })
  await cancelMessages(ctx, ids, { code: 'cancelled_by_user', words: 'A user withdrew the removal.' })
  await openEntries(ctx, mayKnow, 'removal_withdrawn')
}

/**
 * Counts the days to change one's mind from now, with the days for the post, because letters about these removals are put into a batch or were
 * printed. The letters in the batch name the last day. It is set before they are written, and again when they are posted.
 */
export async function allowForPost(ctx: Context, ids: readonly string[]) {
  if (ids.length === 0) return
  await lockFormRequests(ctx, ids)
  await extendRemovals(ctx, ids, (await getOrganisationSettings(ctx)).removalDays + letterPostDays)
}

/** The patient still needs the appointment. False if the removal is no longer approved. */
export async function changeMind(ctx: Context, requestId: string) {
  await holdMessages(ctx, [requestId])
  await lockFormRequests(ctx, [requestId])
  return (await endAsNeeded(ctx, [requestId], ['approved'])) > 0
}

/** Ends removals of patients who still need the appointment. Returns how many it ended. The messages and form requests are locked already. */
async function endAsNeeded(ctx: Context, ids: readonly string[], from: readonly ('approved' | 'final')[]) {
  const ended = await endRemovals(ctx, ids, { from, state: 'changed_mind', decision: 'changed_mind' })
  if (ended.length === 0) return 0
  const requestIds = ended.map(({ id }) => id)
  await cancelMessages(ctx, requestIds, { code: 'already_reached', words: 'The patient still needs the appointment.' })
  await openEntries(ctx, requestIds, 'changed_mind')
  await record(ctx, ended, 'changed_mind')
  return ended.length
}

const batch = 500

/**
 * Ends removals of patients who have answered a later form that they still need the appointment, lists removals of which the patient could not be
 * told, and makes removals final whose time is over: these are listed to be taken off the list. Returns whether there may be more.
 */
export async function followRemovals(ctx: Context) {
  const [needed, untold, due] = [await findStillNeeded(ctx, batch), await findUntold(ctx, batch), await findFinal(ctx, batch)]
  await holdMessages(ctx, needed)
  // All at once, in the order in which users lock them.
  await lockFormRequests(ctx, [...needed, ...untold, ...due])
  await endAsNeeded(ctx, needed, ['approved', 'final'])
  // Read again after the lock: the patient may have changed their mind meanwhile.
  await openEntries(ctx, await stillIn(untold, findUntold(ctx, batch)), 'not_told')
  const ended = await endRemovals(ctx, await stillIn(due, findFinal(ctx, batch)), { from: ['approved'], state: 'final', decision: 'final' })
  await openEntries(
    ctx,
    ended.map(({ id }) => id),
    'take_off_list',
  )
  await record(ctx, ended, 'final')
  return [needed, untold, due].some(({ length }) => length === batch)
}

async function stillIn(ids: readonly string[], found: Promise<string[]>) {
  const now = new Set(await found)
  return ids.filter((id) => now.has(id))
}

async function record(ctx: Context, ended: readonly { id: string; patientId: string }[], decision: 'changed_mind' | 'final') {
  const subjects = ended.map(({ id, patientId }) => ({ subjectId: id, patientId, detail: { queue: 'removal_approved', decision } }))
  if (subjects.length === 0) return
  await insertEventsOf(ctx, 'waiting_list_decided', subjects)
  await auditAll(ctx, 'waitingListDecided', subjects)
}
