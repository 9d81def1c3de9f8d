import { inOrganisation, type Tx } from './database.ts'
import type { Floor } from './floor.ts'

/** How much of a file is held in memory at a time, writing or reading. */
const pieceBytes = 512 * 1024

type FileOf = { organisationId: string; fileId: string }

/** Gathers a stream into pieces of equal size and hands each to `keep`, one after the other. */
export async function inPieces(stream: AsyncIterable<Uint8Array>, keep: (bytes: Buffer, piece: number) => Promise<unknown>) {
  let [gathered, size, piece]: [Uint8Array[], number, number] = [[], 0, 0]
  const hand = async () => {
    const bytes = Buffer.concat(gathered)
    ;[gathered, size] = [[], 0]
    await keep(bytes, piece++)
  }
  for await (const chunk of stream) {
    gathered.push(chunk)
    size += chunk.byteLength
    if (size >= pieceBytes) await hand()
  }
  if (size > 0) await hand()
}

export async function insertPiece(tx: Tx, fileId: string, piece: number, bytes: Buffer) {
  await tx.insertInto('file_chunks').values({ file_id: fileId, piece, bytes }).execute()
}

export async function deletePieces(tx: Tx, fileIds: string[]) {
  if (fileIds.length > 0) await tx.deleteFrom('file_chunks').where('file_id', 'in', fileIds).execute()
}

/** A file piece by piece, each in a transaction of its own, as fast as it is taken: the one that found it may be long over. */
export async function* readFile({ db }: Floor, { organisationId, fileId }: FileOf): AsyncGenerator<Uint8Array> {
  for (let piece = 0; ; piece++) {
    const row = await inOrganisation(db, organisationId, (tx) =>
      tx.selectFrom('file_chunks').select('bytes').where('file_id', '=', fileId).where('piece', '=', piece).executeTakeFirst(),
    )
    if (!row) return
    yield row.bytes
  }
}
