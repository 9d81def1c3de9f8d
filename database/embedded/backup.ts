import { createHash } from 'node:crypto'
import { closeSync, existsSync, fsyncSync, mkdtempSync, openSync, renameSync, rmSync, writeSync } from 'node:fs'
import { basename, dirname, join } from 'node:path'

import pg from 'pg'

/** The files of a backup. `sums` has the SHA-256 of the other two as `sha256sum --check` reads it, and is written last. */
export const backupFiles = { archive: 'base.tar.gz', manifest: 'backup_manifest', sums: 'SHA256SUMS' } as const

/**
 * Copies the database behind `url`, the address of its superuser, into the new folder `folder` while it is in use. PostgreSQL makes the copy
 * (BASE_BACKUP, https://www.postgresql.org/docs/current/protocol-replication.html) and adds the write-ahead log that makes it consistent,
 * so the backup holds every transaction committed before it began. The folder gets its name when all its files are on the disk.
 * Returns the size in bytes. Throws if there is such a folder already, or if PostgreSQL or the disk refuses.
 */
export async function backUp(url: string, folder: string): Promise<number> {
  if (existsSync(folder)) throw new Error(`${folder} exists already. A backup never overwrites anything: name a new folder`)
  if (!existsSync(dirname(folder))) throw new Error(`${dirname(folder)} does not exist: create it first`)
  const draft = mkdtempSync(`${folder}.unfinished-`) // only its owner may enter it
  try {
    const files = await receiveInto(draft, url)
    const sums = openDraft(join(draft, backupFiles.sums))
    sums.write(Buffer.from(files.map(({ name, sha256 }) => `${sha256}  ${name}\n`).join('')))
    sums.close()
    syncFolder(draft)
    renameSync(draft, folder)
    syncFolder(dirname(folder))
    return files.reduce((sum, { bytes }) => sum + bytes, 0)
  } catch (error) {
    rmSync(draft, { recursive: true, force: true })
    throw error
  }
}

async function receiveInto(draft: string, url: string) {
  const client = new pg.Client({ connectionString: `${url}?replication=true` })
  client.on('error', () => {}) // reported by the query in progress
  await client.connect()
  try {
    // The slot lasts as long as the connection. It keeps the log of a database that writes much until the copy has it.
    await client.query(`CREATE_REPLICATION_SLOT formward_backup_${process.pid} TEMPORARY PHYSICAL RESERVE_WAL`)
    return await receive(client, draft)
  } finally {
    await client.end()
  }
}

/** PostgreSQL reads the keywords of these commands in capitals only. */
const statement = `BASE_BACKUP (LABEL 'formward', CHECKPOINT 'fast', WAL true, COMPRESSION 'gzip', MANIFEST 'yes', MANIFEST_CHECKSUMS 'SHA256')`

/** Receives the files of the backup. They are written synchronously, so that PostgreSQL sends no faster than the disk takes them. */
function receive(client: pg.Client, draft: string) {
  const files: { name: string; bytes: number; sha256: string }[] = []
  let current: { name: string; file: ReturnType<typeof openDraft> } | undefined
  const closeCurrent = () => {
    if (current) files.push({ name: current.name, ...current.file.close() })
    current = undefined
  }
  const open = (name: string) => {
    closeCurrent()
    current = { name, file: openDraft(join(draft, name)) }
  }
  const take = (message: Buffer) => {
    const kind = String.fromCharCode(message[0]!) // PostgreSQL sends no empty message
    if (kind === 'n') open(basename(message.toString('utf8', 1, message.indexOf(0, 1))))
    else if (kind === 'm') open(backupFiles.manifest)
    else if (kind === 'd') current?.file.write(message.subarray(1))
  }
  return new Promise<typeof files>((done, fail) => {
    const ignore = () => {}
    let failure: unknown
    const attempt = (act: () => void) => {
      if (failure !== undefined) return
      try {
        act()
      } catch (error) {
        failure = error
        fail(error)
      }
    }
    client.query({
      submit: (connection: pg.Connection) => connection.query(statement),
      handleRowDescription: ignore,
      handleDataRow: ignore,
      handleCommandComplete: ignore,
      handleCopyData: ({ chunk }: { chunk: Buffer }) => attempt(() => take(chunk)),
      handleError: (error: Error) => fail(error),
      handleReadyForQuery: () =>
        attempt(() => {
          closeCurrent()
          done(files)
        }),
    } as pg.Submittable)
  })
}

/** A new file that only its owner may read, with the sum of what was written. `close` returns when it is on the disk. */
function openDraft(path: string) {
  const file = openSync(path, 'wx', 0o600)
  const hash = createHash('sha256')
  let bytes = 0
  return {
    write: (chunk: Buffer) => {
      for (let written = 0; written < chunk.length;) written += writeSync(file, chunk, written)
      hash.update(chunk)
      bytes += chunk.length
    },
    close: () => {
      fsyncSync(file)
      closeSync(file)
      return { bytes, sha256: hash.digest('hex') }
    },
  }
}

/** A new name is on the disk when its folder is. */
export function syncFolder(folder: string) {
  const file = openSync(folder, 'r')
  fsyncSync(file)
  closeSync(file)
}
