import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'

import pg from 'pg'

import { type Binaries, readyBinaries } from './embedded/binaries.ts'
import { accountFor, ensureCluster, placeOfData, placeOfSocket } from './embedded/cluster.ts'
import { mendOwners } from './embedded/owners.ts'
import { adopt } from './embedded/ownership.ts'
import {
  clusterNamePrefix,
  dropStalePidFile,
  isRunning,
  lastWords,
  postmasterPid,
  send,
  spawnPostmaster,
  stopPostmaster,
} from './embedded/postmaster.ts'

export type EmbeddedPostgres = {
  /** A connection string over the database's own socket, for `pg` and for libpq's tools alike. */
  url: (database?: string, user?: string) => string
  /** Stops the database if this start owns it; one that another living process started runs on. */
  stop: () => Promise<void>
}

export type EmbeddedOptions = {
  dataDir: string
  log?: (line: string) => void
  /** For what does not happen at every start. Without it, `log` gets these lines too. */
  warn?: (line: string) => void
  /** false: no fsync. For tests only: a power cut may cost everything. */
  durable?: boolean
  /** Memory for pages of tables and indexes, in MB. Without it, what suits the memory of the machine. */
  sharedBuffers?: number | undefined
  /** Start the database again when it ends by itself, until `stop`. */
  restart?: boolean
  /** How long a start waits for an answer, in milliseconds. Not counted is the time in which PostgreSQL answers that it replays its log. */
  startTimeoutMs?: number
}

type Place = Parameters<typeof spawnPostmaster>[1] & Required<Pick<EmbeddedOptions, 'warn' | 'startTimeoutMs'>> & { ending: AbortSignal }

const patienceWithPidFile = 5_000
/** Each question while PostgreSQL replays its log writes a line into its log. */
const replayCheckMs = 500
/** Replaying takes less than this after most kills. Only what takes longer is logged. */
const shortReplayMs = 3_000
const watchEveryMs = 250
const restartDelayMs = { first: 500, longest: 30_000 }

/** A real PostgreSQL without installing one: made on the first start, adopted if one is running on the same data already. */
export const startEmbeddedPostgres = async ({
  dataDir: asked,
  log = () => {},
  warn = log,
  durable = true,
  sharedBuffers,
  restart = false,
  startTimeoutMs = 30_000,
}: EmbeddedOptions): Promise<EmbeddedPostgres> => {
  const account = accountFor(asked)
  const dataDir = placeOfData(asked, account, durable)
  const binaries = readyBinaries(account)
  await ensureCluster(dataDir, binaries, account, durable)
  if (mendOwners(dataDir, account))
    warn(`The files in ${dataDir} belonged to another user or were open to others. Their owner and permissions have been corrected`)
  const ending = new AbortController()
  const socketDir = placeOfSocket(dataDir, account)
  const place = { dataDir, socketDir, account, durable, sharedBuffers, warn, startTimeoutMs, ending: ending.signal }
  let held = await hold(binaries, place)
  const url = (database = 'formward', user = 'postgres') => `postgresql://${user}@${encodeURIComponent(place.socketDir)}/${database}`
  await ensureDatabase(url('postgres'), 'formward')
  log(held.isStarter ? `PostgreSQL is running, its data is in ${dataDir}` : `PostgreSQL was already running on ${dataDir}`)

  const watching = restart ? keepRunning() : undefined
  /** Looks whether the database is there, and starts it again with growing pauses when it is not. */
  async function keepRunning() {
    for (let delayMs = restartDelayMs.first; ;) {
      await sleep(watchEveryMs, undefined, { signal: ending.signal, ref: false }).catch(() => {})
      if (ending.signal.aborted) return
      if (held.pid !== undefined && postmasterPid(dataDir) === held.pid && isRunning(held.pid)) continue
      log('PostgreSQL has stopped. Restarting PostgreSQL')
      try {
        held = await hold(binaries, place)
        delayMs = restartDelayMs.first
        log('PostgreSQL is running again')
      } catch (error) {
        if (ending.signal.aborted) return
        log(error instanceof Error ? error.message : String(error))
        await sleep(delayMs, undefined, { signal: ending.signal, ref: false }).catch(() => {})
        delayMs = Math.min(delayMs * 2, restartDelayMs.longest)
      }
    }
  }

  // If this process crashes, the database must not stay behind.
  const lastResort = () => {
    if (held.pid !== undefined && held.owns()) send(held.pid, 'SIGINT')
  }
  process.once('exit', lastResort)
  const stop = async () => {
    ending.abort()
    await watching
    process.off('exit', lastResort)
    if (held.owns()) await stopPostmaster(dataDir)
  }
  return { url, stop }
}

/** Starts the database, or finds the running one. `owns`: whether this process must stop it. */
const hold = async (binaries: Binaries, place: Place) => {
  const { isStarter, starter } = await bringUp(binaries, place)
  const pid = postmasterPid(place.dataDir)
  const owns = isStarter ? () => postmasterPid(place.dataDir) === pid : adopt(place.dataDir, starter, pid)
  return { isStarter, pid, owns }
}

const bringUp = async (binaries: Binaries, place: Place) => {
  let child: ReturnType<typeof spawnPostmaster> | undefined
  // A signal that ends this process at once leaves the database behind, and the next start takes it over.
  const stopChild = () => child?.kill('SIGINT')
  process.once('exit', stopChild)
  try {
    let began = Date.now()
    let replay: { pid: number | undefined; began: number; isLogged: boolean } | undefined
    while (Date.now() - began < place.startTimeoutMs) {
      place.ending.throwIfAborted()
      const answer = await askForStarter(place.socketDir)
      if (typeof answer === 'number')
        return { starter: answer, isStarter: child !== undefined && child.pid === postmasterPid(place.dataDir) }
      if (answer === 'replaying') {
        const pid = postmasterPid(place.dataDir)
        replay ??= { pid, began: Date.now(), isLogged: false }
        // One that ended while it replayed is started again, and does not get more time: it may end each time.
        if (pid === replay.pid) began = Date.now()
        if (!replay.isLogged && Date.now() - replay.began > shortReplayMs) {
          place.warn('PostgreSQL is bringing its data up to date from its log. With a lot of data this can take several minutes')
          replay.isLogged = true
        }
        await sleep(replayCheckMs)
        continue
      }
      if (child === undefined || child.exitCode !== null || child.signalCode !== null) {
        // A refused start is usually a predecessor on its way out: ask again, and only then doubt its pid file.
        if (child !== undefined) await sleep(100)
        if (Date.now() - began > patienceWithPidFile) dropStalePidFile(place.dataDir)
        child = spawnPostmaster(binaries, place)
        child.on('error', () => {})
      }
      await sleep(10)
    }
    throw new Error(`PostgreSQL did not start within ${place.startTimeoutMs / 1000} s: ${lastWords(place.dataDir)}`)
  } catch (error) {
    stopChild()
    throw error
  } finally {
    process.off('exit', stopChild)
  }
}

/** Whether PostgreSQL replays its log. While it shuts down it answers with the same code, cannot_connect_now (PostgreSQL, appendix A). */
const isReplaying = (error: unknown) => {
  const { code, message = '' } = error as { code?: string; message?: string }
  return code === '57P03' && !message.includes('shutting down')
}

/** The process that started the database which answers here; undefined when none answers (yet). */
const askForStarter = async (socketDir: string): Promise<number | 'replaying' | undefined> => {
  if (!existsSync(join(socketDir, '.s.PGSQL.5432'))) return undefined
  const client = new pg.Client({ host: socketDir, user: 'postgres', database: 'postgres', connectionTimeoutMillis: 5_000 })
  client.on('error', () => {})
  try {
    await client.connect()
    const { rows } = await client.query<{ name: string }>(`select current_setting('cluster_name') as name`)
    return Number(rows[0]?.name.replace(clusterNamePrefix, ''))
  } catch (error) {
    return isReplaying(error) ? 'replaying' : undefined
  } finally {
    await client.end().catch(() => {})
  }
}

const ensureDatabase = async (url: string, name: string) => {
  const client = new pg.Client({ connectionString: url })
  client.on('error', () => {}) // reported by the query that needed it
  await client.connect()
  try {
    const { rowCount } = await client.query('select from pg_database where datname = $1', [name])
    if (rowCount === 0) await client.query(`create database ${name}`)
  } catch (error) {
    // Made by another start in this very moment (duplicate_database, or the unique index below it).
    if (!['42P04', '23505'].includes((error as pg.DatabaseError).code ?? '')) throw error
  } finally {
    await client.end()
  }
}
