import { isProgress } from '#domain/notification.ts'
import type { Receipt } from '#server/channels/channel.ts'
import type { Context } from '#server/platform/context.ts'

import { lockTest, setTestReceipt } from './channel-accounts.sql.ts'

/** Records a receipt of a test message. False for a message that is none. */
export async function recordTestReceipt(ctx: Context, id: string, { status, reason, providerId }: Receipt) {
  const known = await lockTest(ctx, id)
  if (!known || !isProgress(known, status)) return false
  await setTestReceipt(ctx, id, { status, reason: reason?.words ?? '', providerId })
  return true
}
