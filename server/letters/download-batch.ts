import { type FileResponse, pdf, serviceAddress } from '#contract/route.ts'
import { audit } from '#server/platform/audit.sql.ts'
import { type Context, inEveryWard } from '#server/platform/context.ts'
import { readFile } from '#server/platform/files.sql.ts'
import { Problem } from '#server/platform/problem.ts'
import { signAddress } from '#server/platform/serve.ts'

import { getBatch, setDownloaded } from './letter-batches.sql.ts'
import { lettersInFile } from './letters.sql.ts'

const noFile = 'The file of this batch is no longer kept.'

/** A signed address of the file, for this user and a few minutes. The batch counts as downloaded from now on. */
export async function linkBatch(ctx: Context, id: string) {
  const { services, organisationId, actor } = ctx
  const { fileUntil, status } = await getBatch(ctx, id)
  if (status === 'making') throw new Problem('conflict', 'The file is still being made.')
  if (!isKept(fileUntil)) throw new Problem('conflict', noFile)
  if (!actor.id) throw new Problem('not_found')
  await setDownloaded(ctx, id)
  await audit(ctx, 'letterBatchLinkMade', { subjectId: id })
  return { url: signAddress(services.keys, `${serviceAddress.forms}/letter/batch/${id}/file`, { organisationId, memberId: actor.id }) }
}

/** The file, for the user for whom the address was signed if they may still export. */
export async function downloadBatch(ctx: Context, id: string): Promise<FileResponse> {
  const { services, organisationId, actor } = ctx
  if (!actor.permissions.includes('formRequest:export')) throw new Problem('not_found')
  const { number, fileUntil } = await getBatch(ctx, id)
  if (!isKept(fileUntil)) throw new Problem('not_found')
  // The audit names every patient in the file, also those who have moved to another ward.
  const letters = await inEveryWard(ctx, () => lettersInFile(ctx, id))
  const patientIds = [...new Set(letters.map(({ patient }) => patient.id))]
  await audit(ctx, 'letterBatchDownloaded', { subjectId: id, patientIds })
  return { fileName: `letters-batch-${number}.pdf`, type: pdf, body: readFile(services, { organisationId, fileId: id }) }
}

const isKept = (fileUntil: string | null) => fileUntil !== null && new Date(fileUntil) > new Date()
