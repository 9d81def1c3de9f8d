import { sql } from 'kysely'

import type { Context } from '#server/platform/context.ts'
import { deleteChunks } from '#server/platform/files.sql.ts'

/** Deletes the personal data in the rows of one import that ended before that moment, and keeps the counts. False if there is none. */
export async function removeOldRows({ tx }: Context, before: Date) {
  const ended = sql`coalesce(j.completed_at, j.checked_at, j.created_at)`
  const job = await tx
    .selectFrom('import_jobs as j')
    .select(['j.id', 'j.status', 'j.checked_at'])
    .where('j.rows_removed_at', 'is', null)
    .where('j.status', 'not in', ['importing', 'reverting'])
    .where(ended, '<', before.toISOString())
    .orderBy(ended)
    .limit(1)
    .forUpdate()
    .skipLocked()
    .executeTakeFirst()
  if (!job) return false
  await tx.deleteFrom('import_rows').where('job_id', '=', job.id).execute()
  await tx.deleteFrom('import_row_problems').where('job_id', '=', job.id).execute()
  await deleteChunks(tx, [job.id])
  const isUnused = job.status === 'checking' || job.status === 'checked'
  await tx
    .updateTable('import_jobs')
    .set({
      rows_removed_at: new Date().toISOString(),
      ...(isUnused && { status: 'refused', refusal: neverImported, checked_at: null }),
      ...(job.status === 'failed' && job.checked_at !== null && { refusal: neverFinished }),
    })
    .where('id', '=', job.id)
    .execute()
  return true
}

/** For an import that stopped. Without its rows it cannot be continued. */
export const neverFinished =
  'The import stopped before every row was imported. Its contents were deleted after 30 days, so it cannot be continued. Upload the rows that are missing in a new file.'

const neverImported = 'The row was not imported within 30 days, so its contents were deleted. Upload the file again.'
