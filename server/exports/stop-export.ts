import { audit } from '#server/platform/audit.sql.ts'
import type { Context } from '#server/platform/context.ts'
import { Problem } from '#server/platform/problem.ts'

import { withAddress } from './download-export.ts'
import { endExport, getMyExport, lockExport, type ExportScope } from './export-jobs.sql.ts'

/** Ends an export that is not wanted any more; the worker finds out with its next piece. Stopping it twice is stopping it once. */
export async function stopExport(ctx: Context, id: string, scope: ExportScope) {
  await getMyExport(ctx, id, scope)
  await lockExport(ctx, id)
  const { status } = await getMyExport(ctx, id, scope)
  if (status === 'completed') throw new Problem('conflict', 'The file is ready: there is nothing to stop any more.')
  if (status !== 'failed') {
    await endExport(ctx, id, { failure: 'You stopped this export.', isStopped: true })
    await audit(ctx, 'exportStopped', { subjectId: id })
  }
  return withAddress(ctx, await getMyExport(ctx, id, scope))
}
