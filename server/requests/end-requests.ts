import { can, transition } from '#domain/request-status.ts'
import { auditAll } from '#server/platform/audit.sql.ts'
import type { Context } from '#server/platform/context.ts'
import { insertEvents } from '#server/timeline/timeline.ts'

import { findLongCompleted, findOverdue } from './due-requests.sql.ts'
import { changeRequests, lockRequests } from './request-rows.sql.ts'

const batch = 500

/** Ends what is past its time in one organisation: overdue requests expire, long completed ones close by themselves. Tells whether there may be more. */
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

/** Ends what of these is still open, all at once; two who end the same are told apart by the row's lock. */
export async function endRequests(ctx: Context, found: { id: string }[], action: keyof typeof records, reason?: string) {
  const locked = await lockRequests(
    ctx,
    found.map(({ id }) => id),
  )
  const open = locked.filter((request) => can(action, request)) // the others changed since they were found
  // Each act leads to one status, wherever a request stands.
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
