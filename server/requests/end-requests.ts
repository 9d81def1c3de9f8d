import { can, transition, type RequestStatus } from '#domain/request-status.ts'
import { auditAll } from '#server/platform/audit.sql.ts'
import type { Context } from '#server/platform/context.ts'
import { insertEvents } from '#server/timeline/timeline.ts'

import { findLongCompleted, findOverdue } from './due-requests.sql.ts'
import { changeRequests, lockRequests } from './request-rows.sql.ts'

const batch = 500

/**
 * Ends requests that are past their time in one organisation: overdue requests expire, and old completed requests close. Returns whether
 * there may be more.
 */
export async function endOverdueRequests(ctx: Context) {
  const [overdue, completed] = [await findOverdue(ctx, batch), await findLongCompleted(ctx, batch)]
  await endRequests(ctx, overdue, 'expire')
  await endRequests(ctx, completed, 'auto_close')
  return overdue.length === batch || completed.length === batch
}

const records = {
  expire: { event: 'expired', audit: 'formRequestExpired' },
  auto_close: { event: 'auto_closed', audit: 'formRequestAutoClosed' },
  close: { event: 'closed', audit: 'formRequestClosed' },
  mark_sent_in_error: { event: 'sent_in_error', audit: 'formRequestMarkedSentInError' },
} as const

/** Urgent answers: nobody has said what was done about them (docs/decisions/0019-scores-and-red-flags.md). */
const waitsForUser = ({ status, isUrgent }: { status: RequestStatus; isUrgent: boolean }) => status === 'completed' && isUrgent

/** A patient has answered the request after it was found as one that a new request replaces. Nobody has seen the answers yet. */
const isAnswered = ({ status }: { status: RequestStatus }) => status === 'completed'

/** Ends those of the requests that are still open. The lock on each row decides between two simultaneous calls. */
export async function endRequests(ctx: Context, found: { id: string }[], action: keyof typeof records, reason?: string) {
  const locked = await lockRequests(
    ctx,
    found.map(({ id }) => id),
  )
  // The others changed after they were found, or are for a user to close.
  const open = locked.filter(
    (request) =>
      can(action, request) && !(action === 'auto_close' && waitsForUser(request)) && !(action === 'close' && isAnswered(request)),
  )
  // Each act leads to one status, whatever the status before.
  const status = open[0] && transition(action, open[0])
  if (!status) return
  const ids = open.map(({ id }) => id)
  await changeRequests(ctx, ids, { status, closedAt: new Date().toISOString() })
  await insertEvents(ctx, ids, records[action].event, reason ? { reason } : {})
  await auditAll(
    ctx,
    records[action].audit,
    open.map(({ id, patientId }) => ({ subjectId: id, patientId })),
  )
}
