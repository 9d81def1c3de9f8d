import type { ExportJob } from '#contract/exports.ts'
import { csv, type FileResponse, serviceAddress, spreadsheet } from '#contract/route.ts'
import type { RequestFilters } from '#contract/request-filters.ts'
import { type ExportFormat, exportName } from '#domain/exports.ts'
import { audit } from '#server/platform/audit.sql.ts'
import { type Context, isSystemAdministrator } from '#server/platform/context.ts'
import { readFile } from '#server/platform/files.sql.ts'
import { enqueue } from '#server/platform/jobs.ts'
import { Problem } from '#server/platform/problem.ts'
import { signAddress } from '#server/platform/serve.ts'
import { lockKeys } from '#server/platform/lock-keys.sql.ts'

import {
  countMyWaitingExports,
  endExport,
  type ExportScope,
  getMyExport,
  insertExport,
  lockExport,
  type StoredExport,
} from './export-jobs.sql.ts'
import { exportJob } from './export.job.ts'

type Wanted = { scope: ExportScope; filters: RequestFilters; format: ExportFormat; hasPersonalData?: boolean; reason?: string }

// Each export reads every request of the filter, and all of them share the worker.
const mostWaiting = 3

/** Starts an export of the requests that match now. Personal data needs a reason, which is audited. */
export async function generateExport(ctx: Context, { scope, filters, format, hasPersonalData = false, reason = '' }: Wanted) {
  await lockKeys(ctx, [`exports of ${ctx.actor.id}`])
  if ((await countMyWaitingExports(ctx)) >= mostWaiting)
    throw new Problem('conflict', 'You already have 3 exports in progress. Wait until 1 has finished, then try again.')
  const fileName = exportName(new Date(), { withPersonalData: hasPersonalData, format })
  const id = await insertExport(ctx, { scope, filters, format, hasPersonalData, reason, fileName })
  await enqueue(ctx, exportJob, { exportId: id })
  // The search text may be a patient's name, so it is not logged.
  const { search, ...named } = filters
  await audit(ctx, 'formRequestExported', {
    subjectId: id,
    detail: { scope, format, hasPersonalData, reason, filters: { ...named, ...(search && { search: 'used' }) } },
  })
  return { id }
}

const isReady = ({ status, expiresAt }: StoredExport) => status === 'completed' && new Date(expiresAt) > new Date()

/** The export for its owner, with a signed download address that works for a few minutes. */
export function withAddress({ services, actor, organisationId }: Context, job: StoredExport): ExportJob {
  const path = `${serviceAddress.forms}/request/export/${job.id}/download`
  const downloadUrl = isReady(job) && actor.id ? signAddress(services.keys, path, { organisationId, memberId: actor.id }) : null
  return { ...job, downloadUrl }
}

/** The file, for the member who started the export if they may still export. */
export async function downloadExport(ctx: Context, id: string): Promise<FileResponse> {
  const { actor, services, organisationId } = ctx
  const isAdministrator = isSystemAdministrator(actor)
  if (!isAdministrator && !actor.permissions.includes('formRequest:export')) throw new Problem('not_found')
  const job = await getMyExport(ctx, id, isAdministrator ? 'all' : 'organisation')
  if (!isReady(job)) throw new Problem('not_found')
  return {
    fileName: job.fileName,
    type: job.format === 'csv' ? csv : spreadsheet,
    body: readFile(services, { organisationId, fileId: id }),
  }
}

/** Stops an export. The worker notices with its next piece. A second call changes nothing. */
export async function stopExport(ctx: Context, id: string, scope: ExportScope) {
  await getMyExport(ctx, id, scope)
  await lockExport(ctx, id)
  const { status } = await getMyExport(ctx, id, scope)
  if (status === 'completed') throw new Problem('conflict', 'The export has already finished, so it cannot be stopped.')
  if (status !== 'failed') {
    await endExport(ctx, id, { failure: 'You stopped this export.', isStopped: true })
    await audit(ctx, 'exportStopped', { subjectId: id })
  }
  return withAddress(ctx, await getMyExport(ctx, id, scope))
}
