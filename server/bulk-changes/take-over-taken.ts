import type { Context } from '#server/platform/context.ts'
import { Problem } from '#server/platform/problem.ts'

import { start } from './begin-change.ts'
import { getMyChange, lockChange } from './bulk-changes.sql.ts'
import { findTaken } from './bulk-results.sql.ts'

/** The same act again on those of an ended change that somebody else had taken control of: taking over is an act of its own (REQ-3). */
export async function takeOverTaken(ctx: Context, id: string) {
  const { status } = await getMyChange(ctx, id)
  if (status === 'running' || status === 'failed')
    throw new Problem('conflict', 'The change is still being made. Please wait until it is done.')
  const { act, assigneeId, confirmsUrgent, sendsMessage } = await lockChange(ctx, id)
  const requests = await findTaken(ctx, id)
  if (requests.length === 0) throw new Problem('conflict', 'There is nothing to take over.')
  return start(ctx, { act, assigneeId, takesOver: true, confirmsUrgent, sendsMessage, requests }, { afterChange: id })
}
