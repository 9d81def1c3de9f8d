import { getImportJob } from '#server/imports/import-jobs.sql.ts'
import { askToReopen, beginStep, lockImportJob, setImportStatus } from '#server/imports/import-state.sql.ts'
import { audit } from '#server/platform/audit.sql.ts'
import type { Context } from '#server/platform/context.ts'
import { enqueue } from '#server/platform/jobs.ts'
import { Problem } from '#server/platform/problem.ts'

import { revertImportJob } from './revert-import.job.ts'

/** Starts to undo an import (IMP-7). A second call does not start it twice. */
export async function revertImport(ctx: Context, id: string, { reopenReplaced }: { reopenReplaced: boolean }) {
  const { status, refusal, areRowsRemoved, reopenedUntil } = await lockImportJob(ctx, id)
  if (status !== 'reverting' && status !== 'reverted') {
    if (status !== 'completed') throw new Problem('conflict', 'You can only undo an import that has finished.')
    if (areRowsRemoved)
      throw new Problem('conflict', 'Rows are kept for 30 days after an import. This import is older and can no longer be undone.')
    await beginStep(ctx, id, 'reverting')
    if (reopenReplaced) await askToReopen(ctx, id)
    await enqueue(ctx, revertImportJob, { jobId: id })
    await audit(ctx, 'importReverted', { subjectId: id, detail: { reopenReplaced } })
  } else if (reopenReplaced && reopenedUntil === null) {
    throw new Problem(
      'conflict',
      'This import was undone without reopening the form requests it replaced. Reopen those form requests one at a time.',
    )
  } else if (status === 'reverting' && refusal !== '') {
    // A member pressing Continue retries at once, even when the automatic retries have run out.
    await setImportStatus(ctx, id, 'reverting')
    await enqueue(ctx, revertImportJob, { jobId: id })
  }
  return getImportJob(ctx, id)
}
