import type { imports } from '#contract/imports.ts'
import type { Input } from '#contract/route.ts'
import { countMyUnchecked, insertImportJob } from '#server/imports/import-jobs.sql.ts'
import { checkImportJob } from '#server/imports/judging/check-import.job.ts'
import { audit } from '#server/platform/audit.sql.ts'
import type { Context } from '#server/platform/context.ts'
import { inOrganisation } from '#server/platform/database.ts'
import { readWholeFile, type StoredFile } from '#server/platform/files.sql.ts'
import type { Services } from '#server/platform/services.ts'
import { enqueue } from '#server/platform/jobs.ts'
import { Problem } from '#server/platform/problem.ts'
import type { Call } from '#server/platform/serve.ts'
import { lockKeys } from '#server/platform/lock-keys.sql.ts'

import { columnsOf, invalidFile, readImportSheet } from '#server/imports/import-sheet.ts'
import { discardUpload, endUpload, keepUpload } from './uploads.sql.ts'

// One file may need half a gigabyte of memory and a core, so few are read at once.
const maxReadAtOnce = 2
let reading = 0
const maxUncheckedPerMember = 3

/**
 * Accepts a file that is sound and matches the template; a job checks its rows. The file is received and read before the transaction,
 * which only adds the import.
 */
export async function receiveImport(call: Call, { body, fileName }: Input<typeof imports.upload>) {
  const { services, actor, organisationId } = call
  // Both are checked again later. Checking now saves the member a useless upload.
  mustHaveReaders()
  await inOrganisation(services.db, organisationId, (tx) => mustNotWaitForOthers({ tx, actor, organisationId, services }))
  const fileId = await keepUpload(call, body)
  try {
    await mustMatchTemplate(services, { organisationId, fileId })
  } catch (error) {
    await discardUpload(call, fileId)
    throw error
  }
  return async (ctx: Context) => {
    await lockKeys(ctx, [`imports of ${actor.id}`])
    await mustNotWaitForOthers(ctx).catch(async (error: unknown) => {
      await discardUpload(call, fileId)
      throw error
    })
    await endUpload(ctx, fileId)
    await insertImportJob(ctx, fileId, fileName)
    await enqueue(ctx, checkImportJob, { jobId: fileId })
    await audit(ctx, 'formRequestUploaded', { subjectId: fileId })
    return { id: fileId }
  }
}

function mustHaveReaders() {
  if (reading >= maxReadAtOnce) throw new Problem('unavailable', 'The server is busy reading other spreadsheets. Try again in a minute.')
}

async function mustNotWaitForOthers(ctx: Context) {
  if ((await countMyUnchecked(ctx)) >= maxUncheckedPerMember)
    throw new Problem('conflict', 'You already have 3 imports being checked. Wait until 1 has finished, then try again.')
}

/** The first row arrives after the whole file has been read once, so damaged files, zip bombs and long lists fail here. */
async function mustMatchTemplate(services: Services, file: StoredFile) {
  mustHaveReaders()
  reading++
  try {
    const bytes = await readWholeFile(services, file)
    // Shorter than the time-out of the browser.
    for await (const [header] of readImportSheet(bytes, { batchSize: 1, deadlineMs: 20_000 })) {
      const matched = columnsOf(header?.cells ?? [])
      if ('problems' in matched) throw invalidFile(matched.problems.map(({ message }) => message))
      return
    }
  } finally {
    reading--
  }
}
