import type { ExportJob } from '#contract/exports.ts'
import { type FileResponse, serviceAddress, spreadsheet } from '#contract/route.ts'
import type { RequestFilters } from '#contract/request-filters.ts'
import { exportName } from '#domain/exports.ts'
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

type Wanted = { scope: ExportScope; filters: RequestFilters; hasPersonalData?: boolean; reason?: string }

// Each reads every request of the filter, and all of them share the worker.
const mostWaiting = 3

/** Asks for a file of the requests that the filters match at this moment. Who takes personal data out says why, and it is on record. */
export async function generateExport(ctx: Context, { scope, filters, hasPersonalData = false, reason = '' }: Wanted) {
  await lockKeys(ctx, [`exports of ${ctx.actor.id}`])
  if ((await countMyWaitingExports(ctx)) >= mostWaiting)
    throw new Problem('conflict', 'You already have 3 exports in progress. Wait until 1 has finished, then try again.')
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

const isReady = ({ status, expiresAt }: StoredExport) => status === 'completed' && new Date(expiresAt) > new Date()

/** The job as its owner sees it: with an address that opens for them for a few minutes once there is a file. */
export function withAddress({ services, actor, organisationId }: Context, job: StoredExport): ExportJob {
  const path = `${serviceAddress.forms}/request/export/${job.id}/download`
  const downloadUrl = isReady(job) && actor.id ? signAddress(services.keys, path, { organisationId, memberId: actor.id }) : null
  return { ...job, downloadUrl }
}

/** The file, for the one it was made for, as long as they may still export. */
export async function downloadExport(ctx: Context, id: string): Promise<FileResponse> {
  const { actor, services, organisationId } = ctx
  const isAdministrator = isSystemAdministrator(actor)
  if (!isAdministrator && !actor.permissions.includes('formRequest:export')) throw new Problem('not_found')
  const job = await getMyExport(ctx, id, isAdministrator ? 'all' : 'organisation')
  if (!isReady(job)) throw new Problem('not_found')
  return { fileName: job.fileName, type: spreadsheet, body: readFile(services, { organisationId, fileId: id }) }
}

/** Ends an export that is not wanted any more; the worker finds out with its next piece. Stopping it twice is stopping it once. */
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
