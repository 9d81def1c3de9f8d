import { countMyUnchecked, insertImportJob } from '#server/imports/import-jobs.sql.ts'
import { checkImportJob } from '#server/imports/judging/check-import.job.ts'
import { audit } from '#server/platform/audit.sql.ts'
import type { Context } from '#server/platform/context.ts'
import { enqueue } from '#server/platform/jobs.ts'
import { Problem } from '#server/platform/problem.ts'
import { takeTurns } from '#server/platform/turns.sql.ts'

import { invalidFile, readImportSheet } from './import-sheet.ts'
import { columnsOf } from './sheet-columns.ts'

// Each reading may take half a gigabyte and a core: more at once would be felt by everyone else.
const mostAtOnce = 2
let reading = 0
const mostWaiting = 3

/** Takes a file in when it is sound and matches the template; what its rows are worth is for the job to say. */
export async function uploadImport(ctx: Context, body: unknown, fileName: string) {
  // Whatever was sent as JSON is no file, and has been parsed into something else.
  const bytes = body instanceof Uint8Array ? body : new Uint8Array(1)
  if (reading >= mostAtOnce)
    throw new Problem('unavailable', 'Other spreadsheets are being read at the moment. Please try again in a minute.')
  reading++
  try {
    await mustMatchTemplate(bytes)
  } finally {
    reading--
  }
  await takeTurns(ctx, [`imports of ${ctx.actor.id}`])
  if ((await countMyUnchecked(ctx)) >= mostWaiting)
    throw new Problem('conflict', 'Three of your spreadsheets are still being checked. Please wait until one of them is done.')
  const id = await insertImportJob(ctx, fileName, bytes)
  await enqueue(ctx, checkImportJob, { jobId: id })
  await audit(ctx, 'formRequestUploaded', { subjectId: id })
  return { id }
}

/** The first row only comes when the whole file has been read once: damaged ones, bombs and lists too long never get here. */
async function mustMatchTemplate(bytes: Uint8Array) {
  // In less time than the browser waits for an answer.
  for await (const [header] of readImportSheet(bytes, { batchSize: 1, deadlineMs: 20_000 })) {
    const matched = columnsOf(header?.cells ?? [])
    if ('problems' in matched) throw invalidFile(matched.problems.map(({ message }) => message))
    return
  }
}
