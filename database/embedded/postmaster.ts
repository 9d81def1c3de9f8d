import { type ChildProcess, spawn } from 'node:child_process'
import { closeSync, existsSync, fchownSync, openSync, readdirSync, readFileSync, readlinkSync, rmSync, statSync } from 'node:fs'
import { totalmem } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'

import type { Account, Binaries } from './binaries.ts'

const longestLog = 10 * 1024 * 1024

/** The database itself knows who started it: a file could be out of date. */
export const clusterNamePrefix = 'formward-started-by-'

/**
 * The memory in which PostgreSQL keeps pages of tables and indexes: a quarter of what this machine or container has, as PostgreSQL advises for a
 * database server, and not more than 2 GB, because it may be the laptop of a developer.
 */
export const sharedBuffersMb = (constrained = process.constrainedMemory(), total = totalmem()) =>
  Math.max(128, Math.min(2_048, Math.floor(Math.min(constrained || total, total) / 4 / 1024 ** 2))) // 0 or very much: not constrained

const settings = ({ socketDir, durable, sharedBuffers }: Omit<Place, 'dataDir' | 'account'>) => ({
  cluster_name: `${clusterNamePrefix}${process.pid}`,
  listen_addresses: '',
  unix_socket_directories: socketDir,
  unix_socket_permissions: '0700',
  port: '5432',
  max_connections: '200',
  // Enough for divided tables (database/partitions.ts). What is not used of it takes no memory.
  max_locks_per_transaction: '512',
  shared_buffers: `${durable ? (sharedBuffers ?? sharedBuffersMb()) : 128}MB`,
  // After each checkpoint a page goes into the log as a whole when it is changed first, and by itself PostgreSQL makes one for each gigabyte of log.
  max_wal_size: '4GB',
  timezone: 'UTC',
  log_timezone: 'UTC',
  // What people type must not reach a log: no statements, no parameters, no "Key (…)=(…)" details.
  log_min_messages: 'warning',
  log_min_error_statement: 'panic',
  log_error_verbosity: 'terse',
  log_parameter_max_length_on_error: '0',
  ...(durable ? {} : { fsync: 'off', synchronous_commit: 'off', full_page_writes: 'off' }),
})

/** `sharedBuffers`: in MB. */
type Place = { dataDir: string; socketDir: string; account: Account; durable: boolean; sharedBuffers: number | undefined }

/** Starts PostgreSQL in a session of its own: Ctrl-C in the terminal must reach the server first, and the database last. */
export const spawnPostmaster = ({ postgres }: Binaries, { dataDir, account, ...place }: Place): ChildProcess => {
  const logFile = logOf(dataDir)
  const log = openSync(logFile, (statSync(logFile, { throwIfNoEntry: false })?.size ?? 0) > longestLog ? 'w' : 'a', 0o600)
  if (account) fchownSync(log, account.uid, account.gid)
  const flags = Object.entries(settings(place)).flatMap(([name, value]) => ['-c', `${name}=${value}`])
  const child = spawn(postgres, ['-D', dataDir, ...flags], {
    ...account,
    cwd: '/',
    env: { PATH: process.env['PATH'] ?? '' },
    detached: true,
    stdio: ['ignore', log, log],
  })
  child.unref()
  closeSync(log)
  return child
}

const logOf = (dataDir: string) => join(dataDir, 'server.log')

/** The last words of the database's log, for the message of a failed start. */
export const lastWords = (dataDir: string) => {
  const log = logOf(dataDir)
  return existsSync(log) ? readFileSync(log, 'utf8').trim().split('\n').slice(-3).join(' | ') : 'it wrote no log'
}

const pidFile = (dataDir: string) => join(dataDir, 'postmaster.pid')

export const postmasterPid = (dataDir: string): number | undefined => {
  try {
    const pid = Number(readFileSync(pidFile(dataDir), 'utf8').split('\n')[0])
    return pid > 0 ? pid : undefined
  } catch {
    return undefined
  }
}

/**
 * PostgreSQL refuses to start while the number in its pid file belongs to any living process of the account: a zombie nobody
 * reaps, or after a container's restart a stranger. The file goes only when no process works in the data directory any more.
 */
export const dropStalePidFile = (dataDir: string) => {
  if (process.platform !== 'linux' || worksInside(dataDir)) return
  rmSync(pidFile(dataDir), { force: true })
}

const worksInside = (dataDir: string) =>
  readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name))
    .some((pid) => {
      try {
        return readlinkSync(`/proc/${pid}/cwd`) === dataDir
      } catch {
        return false
      }
    })

/** Fast shutdown: open transactions are rolled back, everything is written. The pid file is the last thing to go. */
export const stopPostmaster = async (dataDir: string) => {
  for (const signal of ['SIGINT', 'SIGQUIT'] as const) {
    const pid = postmasterPid(dataDir)
    if (pid === undefined || !send(pid, signal)) return
    for (let waited = 0; waited < 15_000; waited += 10) {
      // One that was killed meanwhile leaves its file behind.
      if (!existsSync(pidFile(dataDir)) || !send(pid, 0)) return
      await sleep(10)
    }
  }
}

/** False when there is no such process (any more). */
export const send = (pid: number, signal: NodeJS.Signals | 0) => {
  try {
    process.kill(pid, signal)
    return true
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM'
  }
}

/** False also for a zombie, a process that has ended but still accepts signals. */
export const isRunning = (pid: number) => {
  if (!send(pid, 0)) return false
  if (process.platform !== 'linux') return true
  try {
    // proc(5): the state follows the name in brackets, which may hold anything.
    return !readFileSync(`/proc/${pid}/stat`, 'utf8')
      .replace(/^.*(?=\) )/s, '')
      .startsWith(') Z')
  } catch {
    return false
  }
}
