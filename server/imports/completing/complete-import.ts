import { planOf } from '#domain/imports/decisions.ts'
import { getImportJob } from '#server/imports/import-jobs.sql.ts'
import { beginStep, lockImportJob, setImportStatus } from '#server/imports/import-state.sql.ts'
import { neverFinished } from '#server/imports/old-rows.sql.ts'
import { audit } from '#server/platform/audit.sql.ts'
import type { Context } from '#server/platform/context.ts'
import { enqueue } from '#server/platform/jobs.ts'
import { Problem } from '#server/platform/problem.ts'

import { completeImportJob } from './complete-import.job.ts'

/** Starts to import the checked rows, as decided and reviewed. A second call does not start a second import. */
export async function completeImport(ctx: Context, id: string, { reviewed }: { reviewed?: number | undefined }) {
  const { status, isChecked, newRows, tallies, choices, decisionChanges, areRowsRemoved } = await lockImportJob(ctx, id)
  if (status === 'checked') {
    if (reviewed !== undefined && reviewed !== decisionChanges) throw new Problem('changed_since_review', decidedSince)
    const plan = planOf(newRows, tallies.groups, choices)
    if (plan.send + plan.replace === 0) throw new Problem('conflict', 'There are no rows to import. Every row of the file will be skipped.')
    await beginStep(ctx, id, 'importing')
    await enqueue(ctx, completeImportJob, { jobId: id })
    await audit(ctx, 'formRequestImported', { subjectId: id, detail: { newRows: plan.send + plan.replace, plan, choices } })
  } else if (status === 'failed' && isChecked) {
    if (areRowsRemoved) throw new Problem('conflict', neverFinished)
    // A member pressing Continue retries at once, even when the automatic retries have run out.
    await setImportStatus(ctx, id, 'importing')
    await enqueue(ctx, completeImportJob, { jobId: id })
  } else if (!isChecked) throw new Problem('conflict', refusal[status])
  return getImportJob(ctx, id)
}

const decidedSince = 'The decisions for this import have changed since you reviewed them. Check the numbers again, then confirm.'

const refusal: Record<string, string> = {
  checking: 'The file is still being checked. Wait until every row has been checked.',
  failed: 'The check of this file did not finish. Upload the file again.',
  refused: 'The file was refused, so it cannot be imported.',
}
