import { randomUUID } from 'node:crypto'

import type { Actor, Context } from '#server/platform/context.ts'
import { inOrganisation } from '#server/platform/database.ts'
import { deleteChunks, splitIntoChunks, insertChunk } from '#server/platform/files.sql.ts'
import type { Services } from '#server/platform/services.ts'
import { Problem } from '#server/platform/problem.ts'

type Uploader = { services: Services; actor: Actor; organisationId: string }

/**
 * Stores a file while it arrives and returns its id. Each piece has its own transaction, so that none is open while the client sends. An
 * upload that fails is deleted; removeAbandonedUploads deletes those of a process that ended.
 */
export async function keepUpload({ services, actor, organisationId }: Uploader, file: AsyncIterable<Uint8Array>) {
  const fileId = randomUUID()
  await inOrganisation(services.db, organisationId, (tx) =>
    tx.insertInto('import_uploads').values({ file_id: fileId, created_by: actor.id }).execute(),
  )
  try {
    await splitIntoChunks(file, (bytes, piece) =>
      inOrganisation(services.db, organisationId, (tx) => insertChunk(tx, fileId, piece, bytes)),
    )
  } catch (error) {
    await discardUpload({ services, organisationId }, fileId).catch(() => {}) // the reason of the failed upload matters more
    throw error
  }
  return fileId
}

export const discardUpload = ({ services, organisationId }: Omit<Uploader, 'actor'>, fileId: string) =>
  inOrganisation(services.db, organisationId, async (tx) => {
    await tx.deleteFrom('import_uploads').where('file_id', '=', fileId).execute()
    await deleteChunks(tx, [fileId])
  })

/** Attaches the file to an import. Throws `unavailable` if the upload took so long that it was removed. */
export async function endUpload({ tx }: Context, fileId: string) {
  const { numDeletedRows } = await tx.deleteFrom('import_uploads').where('file_id', '=', fileId).executeTakeFirst()
  if (numDeletedRows === 0n) throw new Problem('unavailable')
}

/** Removes one upload that was begun before that moment, with its pieces. False when there is none. */
export async function removeAbandonedUpload({ tx }: Context, before: Date) {
  const [upload] = await tx
    .deleteFrom('import_uploads')
    .where('file_id', '=', (e) =>
      e.selectFrom('import_uploads').select('file_id').where('created_at', '<', before.toISOString()).orderBy('created_at').limit(1),
    )
    .returning('file_id')
    .execute()
  if (!upload) return false
  await deleteChunks(tx, [upload.file_id])
  return true
}
