import { audit } from '#server/platform/audit.sql.ts'
import type { Context } from '#server/platform/context.ts'
import { enqueue } from '#server/platform/jobs.ts'
import { Problem } from '#server/platform/problem.ts'

import { completeImportJob } from './complete-import.job.ts'
import { getImportJob, lockImportJob, setImporting } from './import-jobs.sql.ts'

/** Begins to create what the check found good. Pressed again, or by two people at once, it is the same one import. */
export async function completeImport(ctx: Context, id: string, skipWarnings: boolean) {
  const job = await lockImportJob(ctx, id)
  if (job.status !== 'importing' && job.status !== 'completed') {
    if (!job.isChecked) throw new Problem('conflict', refusal[job.status])
    if (job.newRows + (skipWarnings ? 0 : job.warningRows) === 0)
      throw new Problem('conflict', 'There is nothing to import: no row of the file can be imported.')
    await setImporting(ctx, id, skipWarnings)
    await enqueue(ctx, completeImportJob, { jobId: id })
    await audit(ctx, 'formRequestImported', { subjectId: id, detail: { newRows: job.newRows, warningRows: job.warningRows, skipWarnings } })
  }
  return getImportJob(ctx, id)
}

const refusal: Record<string, string> = {
  checking: 'The file is still being checked. Please wait until every row has its verdict.',
  failed: 'The file has not been checked to its end. Please upload it again.',
  refused: 'The file was refused, so there is nothing to import.',
}
