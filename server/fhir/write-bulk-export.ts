import { findActiveClient } from '#server/integration-clients/integration-clients.ts'
import { audit } from '#server/platform/audit.sql.ts'
import type { Context } from '#server/platform/context.ts'
import { insertChunk } from '#server/platform/files.sql.ts'
import type { Steps } from '#server/platform/jobs.ts'

import { listResponses } from './resources.sql.ts'
import { writeResponse } from './write-resources.ts'
import { lockExport, setCompleted, setFailed, setWritten } from './bulk-exports.sql.ts'

/** Responses that are read and stored in one transaction. */
const pageSize = 250

/**
 * Writes the file of an export, a page at a time. A line of NDJSON is complete by itself, so each page is read and stored in one transaction, and
 * a killed export continues after the last page.
 */
export async function writeExport({ step, signal }: Pick<Steps, 'step' | 'signal'>, exportId: string) {
  do signal.throwIfAborted()
  while (await step((ctx) => writePage(ctx, exportId)))
}

/** Returns whether there is more to write. */
async function writePage(ctx: Context, id: string): Promise<boolean> {
  const found = await lockExport(ctx, id)
  if (!found || found.isCompleted || found.failure !== null) return false
  const client = await findActiveClient(ctx, found.createdBy)
  if (!client?.permissions.includes('formRequest:read')) {
    await setFailed(ctx, id, 'The integration client may no longer read answers.')
    return false
  }
  if (found.isExpired) {
    await setFailed(ctx, id, 'The file was not ready within 24 hours. Start the export again.')
    return false
  }
  const { formId, sentAfter, sentUntil, after, pieces } = found
  const responses = await listResponses(ctx, { formId, sentBetween: { after: sentAfter, until: sentUntil } }, { after, limit: pageSize })
  const last = responses.at(-1)
  if (last) {
    const lines = responses.map((response) => `${JSON.stringify(writeResponse(response))}\n`).join('')
    await insertChunk(ctx.tx, id, pieces, Buffer.from(lines))
    await setWritten(ctx, id, { count: responses.length, last: last.place })
    // The audit log records whose data is exported (AUD-4).
    const patientIds = [...new Set(responses.map(({ patient }) => patient.id))]
    await audit({ ...ctx, actor: client }, 'patientsExported', { patientIds })
  }
  if (responses.length === pageSize) return true
  await setCompleted(ctx, id)
  return false
}
