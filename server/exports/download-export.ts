import { spreadsheet } from '#contract/media-types.ts'
import type { ExportJob } from '#contract/exports.ts'
import { serviceAddress, type FileAnswer } from '#contract/route.ts'
import { isSystemAdministrator, type Context } from '#server/platform/context.ts'
import { readFile } from '#server/platform/files.sql.ts'
import { Problem } from '#server/platform/problem.ts'
import { signAddress } from '#server/platform/signed-address.ts'

import { getMyExport, type StoredExport } from './export-jobs.sql.ts'

const isReady = ({ status, expiresAt }: StoredExport) => status === 'completed' && new Date(expiresAt) > new Date()

/** The job as its owner sees it: with an address that opens for them for a few minutes once there is a file. */
export function withAddress({ services, actor, organisationId }: Context, job: StoredExport): ExportJob {
  const path = `${serviceAddress.forms}/request/export/${job.id}/download`
  const downloadUrl = isReady(job) && actor.id ? signAddress(services.keys, path, { organisationId, memberId: actor.id }) : null
  return { ...job, downloadUrl }
}

/** The file, for the one it was made for, as long as they may still export. */
export async function downloadExport(ctx: Context, id: string): Promise<FileAnswer> {
  const { actor, services, organisationId } = ctx
  const isAdministrator = isSystemAdministrator(actor)
  if (!isAdministrator && !actor.permissions.includes('formRequest:export')) throw new Problem('not_found')
  const job = await getMyExport(ctx, id, isAdministrator ? 'all' : 'organisation')
  if (!isReady(job)) throw new Problem('not_found')
  return { fileName: job.fileName, type: spreadsheet, body: readFile(services, { organisationId, fileId: id }) }
}
