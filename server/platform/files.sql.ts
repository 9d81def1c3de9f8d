import { sql } from 'kysely'

import { inOrganisation, type Tx } from './database.ts'
import type { Services } from './services.ts'

/** The bytes of a file that are held in memory at a time. */
const chunkBytes = 512 * 1024
const chunksPerRead = 4

export type StoredFile = { organisationId: string; fileId: string }

/** Splits a stream into pieces of equal size and calls `keep` with one after the other. */
export async function splitIntoChunks(stream: AsyncIterable<Uint8Array>, keep: (bytes: Buffer, piece: number) => Promise<unknown>) {
  let [gathered, size, piece]: [Uint8Array[], number, number] = [[], 0, 0]
  const hand = async () => {
    const bytes = Buffer.concat(gathered)
    ;[gathered, size] = [[], 0]
    await keep(bytes, piece++)
  }
  for await (const chunk of stream) {
    gathered.push(chunk)
    size += chunk.byteLength
    if (size >= chunkBytes) await hand()
  }
  if (size > 0) await hand()
}

export async function insertChunk(tx: Tx, fileId: string, piece: number, bytes: Buffer) {
  await tx.insertInto('file_chunks').values({ file_id: fileId, piece, bytes }).execute()
}

/** Pieces in the order of the file. Their numbers may have gaps. */
export async function insertChunks(tx: Tx, fileId: string, pieces: { number: number; bytes: Buffer }[]) {
  const rows = pieces.map(({ number, bytes }) => ({ file_id: fileId, piece: number, bytes }))
  if (rows.length > 0) await tx.insertInto('file_chunks').values(rows).execute()
}

export async function deleteChunks(tx: Tx, fileIds: string[]) {
  if (fileIds.length > 0) await tx.deleteFrom('file_chunks').where('file_id', 'in', fileIds).execute()
}

/**
 * Reads a file a few pieces at a time, as fast as they are consumed. Each read has its own transaction, because the caller's may have
 * ended. Throws if the file is deleted meanwhile: a part of it must not pass for the whole.
 */
export async function* readFile({ db }: Services, { organisationId, fileId }: StoredFile): AsyncGenerator<Uint8Array> {
  const pieces = (tx: Tx) => tx.selectFrom('file_chunks').where('file_id', '=', fileId)
  const count = await inOrganisation(db, organisationId, (tx) =>
    pieces(tx)
      .select((e) => e.fn.countAll<number>().as('count'))
      .executeTakeFirstOrThrow(),
  )
  for (let [read, last] = [0, -1]; ;) {
    const rows = await inOrganisation(db, organisationId, (tx) =>
      pieces(tx).select(['piece', 'bytes']).where('piece', '>', last).orderBy('piece').limit(chunksPerRead).execute(),
    )
    for (const { piece, bytes } of rows) {
      yield bytes
      last = piece
      read += 1
    }
    if (rows.length < chunksPerRead) {
      if (read < count.count) throw new Error('The file was deleted while it was read.')
      return
    }
  }
}

/** Reads a whole file into memory. Empty if there is no piece. */
export async function readWholeFile(services: Services, file: StoredFile) {
  const { size } = await inOrganisation(services.db, file.organisationId, (tx) =>
    tx
      .selectFrom('file_chunks')
      .select(sql<number>`coalesce(sum(octet_length(bytes)), 0)::bigint`.as('size'))
      .where('file_id', '=', file.fileId)
      .executeTakeFirstOrThrow(),
  )
  const whole = new Uint8Array(size)
  let end = 0
  for await (const piece of readFile(services, file)) {
    whole.set(piece, end)
    end += piece.byteLength
  }
  return whole.subarray(0, end)
}
