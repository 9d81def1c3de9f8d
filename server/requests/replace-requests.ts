import { cancelMessages } from '#server/notifications/cancel-messages.ts'
import type { Context } from '#server/platform/context.ts'

import { endRequests } from './end-requests.ts'

export { findOpenRequests, openKey, type FormOnPathway, type OpenRequest } from './open-requests.sql.ts'

const reason = 'A new request took its place.'

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
