import type { RequestStatus } from '#domain/request-status.ts'
import { cancelMessages, holdMessages } from '#server/notifications/cancel-messages.ts'
import type { Context } from '#server/platform/context.ts'

import { endRequests } from './end-requests.ts'
import { lockRequests } from './request-rows.sql.ts'

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
