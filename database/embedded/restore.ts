import { spawn } from 'node:child_process'
import { createHash } from 'node:crypto'
import { once } from 'node:events'
import { createReadStream, existsSync, mkdtempSync, readdirSync, readFileSync, renameSync, rmSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { pipeline } from 'node:stream/promises'
import { createGunzip } from 'node:zlib'

import { startEmbeddedPostgres } from '#database/embedded.ts'

import { backupFiles, syncFolder } from './backup.ts'
import { accountFor, placeOfData } from './cluster.ts'
import { stopPostmaster } from './postmaster.ts'

/**
 * Puts the backup in `folder` where the embedded database keeps its data. The database is unpacked beside that place, started once so that PostgreSQL
 * makes it consistent, and then moved, so that an interrupted restore leaves nothing that looks like a database.
 * Throws if the backup is incomplete or altered, or if there is a database already.
 */
export async function restore(folder: string, asked: string, log: (line: string) => void) {
  const dataDir = placeOfData(asked, accountFor(asked), true)
  if (existsSync(dataDir) && readdirSync(dataDir).length > 0)
    throw new Error(
      `${dataDir} has a database already. A restore never overwrites one: stop Formward, and move it away with mv ${dataDir} ${dataDir}-old`,
    )
  await checkSums(folder)
  const draft = mkdtempSync(`${dataDir}.restoring-`)
  try {
    await unpack(join(folder, backupFiles.archive), draft)
    // Without these files PostgreSQL would take the copy for a new or an undamaged database.
    for (const name of ['PG_VERSION', 'backup_label'])
      if (!existsSync(join(draft, name))) throw new Error(`${folder} is not a backup of a database: ${name} is missing`)
    forgetProcesses(draft)
    await makeConsistent(draft, log)
    renameSync(draft, dataDir)
    syncFolder(dirname(dataDir))
  } catch (error) {
    await stopPostmaster(draft)
    rmSync(draft, { recursive: true, force: true })
    throw error
  }
}

/**
 * Deletes the files that name processes of the database that was copied. Any other process may have such a number now, and PostgreSQL would
 * wait for its end. Its own postmaster.pid is never in a backup.
 */
function forgetProcesses(draft: string) {
  for (const name of readdirSync(draft))
    if (name === 'adopted-by.json' || name.startsWith('.s.PGSQL.')) rmSync(join(draft, name), { force: true })
}

/** Starts and stops the database, which replays the log of the backup. */
async function makeConsistent(draft: string, log: (line: string) => void) {
  await startEmbeddedPostgres({ dataDir: draft, log })
  await stopPostmaster(draft)
}

async function checkSums(folder: string) {
  const listed = readSums(folder)
  for (const name of [backupFiles.archive, backupFiles.manifest]) {
    const hash = createHash('sha256')
    if (!existsSync(join(folder, name))) throw new Error(`${folder} is not complete: ${name} is missing. Use another backup`)
    await pipeline(createReadStream(join(folder, name)), hash)
    if (hash.digest('hex') !== listed.get(name)) throw new Error(`${join(folder, name)} was altered or damaged. Use another backup`)
  }
}

function readSums(folder: string) {
  const path = join(folder, backupFiles.sums)
  if (!existsSync(path)) throw new Error(`${folder} is not a complete backup: ${backupFiles.sums} is missing`)
  return new Map(
    readFileSync(path, 'utf8')
      .trimEnd()
      .split('\n')
      .map((line) => [line.slice(66), line.slice(0, 64)]),
  )
}

/** Unpacks with `tar`, which every system has that runs the database. */
async function unpack(archive: string, into: string) {
  const tar = spawn('tar', ['-xpf', '-', '-C', into], { stdio: ['pipe', 'ignore', 'pipe'] })
  let said = ''
  tar.stderr.setEncoding('utf8').on('data', (text: string) => (said += text))
  const ended = once(tar, 'close')
  const sent = pipeline(createReadStream(archive), createGunzip(), tar.stdin)
  const [[code]] = await Promise.all([ended, sent.catch(() => {})]) // a pipe that broke is explained by tar
  if (code !== 0) throw new Error(`The backup could not be unpacked: ${said.trim() || `tar ended with ${String(code)}`}`)
}
