import { transition } from '#domain/request-status.ts'
import { audit } from '#server/platform/audit.sql.ts'
import type { Context } from '#server/platform/context.ts'

import { findLongCompleted, findOverdue } from './due-requests.sql.ts'
import { insertEvents } from './request-events.sql.ts'
import { changeRequest, lockRequests } from './request-rows.sql.ts'

const batch = 500

/** Ends what is past its time in one organisation: overdue requests expire, long completed ones close by themselves. Tells whether there may be more. */
export async function endOverdueRequests(ctx: Context) {
  const [overdue, completed] = [await findOverdue(ctx, batch), await findLongCompleted(ctx, batch)]
  await endRequests(ctx, overdue, 'expire')
  await endRequests(ctx, completed, 'auto_close')
  return overdue.length === batch || completed.length === batch
}

/** Ends what of these is still open; two who end the same are told apart by the row's lock. */
export async function endRequests(ctx: Context, found: { id: string }[], action: 'expire' | 'auto_close') {
  for (const request of await lockRequests(
    ctx,
    found.map(({ id }) => id),
  )) {
    const status = transition(action, request)
    if (!status) continue // changed since it was found
    await changeRequest(ctx, request.id, { status, closedAt: new Date().toISOString() })
    await insertEvents(ctx, [request.id], action === 'expire' ? 'expired' : 'auto_closed')
    await audit(ctx, action === 'expire' ? 'formRequestExpired' : 'formRequestAutoClosed', {
      subjectId: request.id,
      patientId: request.patientId,
    })
  }
}
