import type { RequestFilters } from '#contract/requests.ts'
import { exportName } from '#domain/export-name.ts'
import { audit } from '#server/platform/audit.sql.ts'
import type { Context } from '#server/platform/context.ts'
import { enqueue } from '#server/platform/jobs.ts'
import { Problem } from '#server/platform/problem.ts'
import { takeTurns } from '#server/platform/turns.sql.ts'

import { exportJob } from './export.job.ts'
import { countMyWaitingExports, insertExport, type ExportScope } from './export-jobs.sql.ts'

type Wanted = { scope: ExportScope; filters: RequestFilters; hasPersonalData?: boolean; reason?: string }

// Each reads every request of the filter, and all of them share the worker.
const mostWaiting = 3

/** Asks for a file of the requests that the filters match at this moment. Who takes personal data out says why, and it is on record. */
export async function generateExport(ctx: Context, { scope, filters, hasPersonalData = false, reason = '' }: Wanted) {
  await takeTurns(ctx, [`exports of ${ctx.actor.id}`])
  if ((await countMyWaitingExports(ctx)) >= mostWaiting)
    throw new Problem('conflict', 'Three of your exports are still being made. Please wait until one of them is done.')
  const fileName = exportName(new Date(), { withPersonalData: hasPersonalData })
  const id = await insertExport(ctx, { scope, filters, hasPersonalData, reason, fileName })
  await enqueue(ctx, exportJob, { exportId: id })
  // What was searched for may be a person.
  const { search, ...named } = filters
  await audit(ctx, 'formRequestExported', {
    subjectId: id,
    detail: { scope, hasPersonalData, reason, filters: { ...named, ...(search && { search: 'used' }) } },
  })
  return { id }
}
