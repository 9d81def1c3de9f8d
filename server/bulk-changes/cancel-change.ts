import { audit } from '#server/platform/audit.sql.ts'
import type { Context } from '#server/platform/context.ts'

import { getMyChange, lockChange, setChangeStatus } from './bulk-changes.sql.ts'

/** What is done stays done; what has not been tried is left alone. Of one that has ended there is nothing to cancel. */
export async function cancelChange(ctx: Context, id: string) {
  await getMyChange(ctx, id)
  const { status } = await lockChange(ctx, id)
  if (status === 'running' || status === 'failed') {
    await setChangeStatus(ctx, id, 'cancelled')
    await audit(ctx, 'formRequestBulkCancelled', { subjectId: id })
  }
  return getMyChange(ctx, id)
}
