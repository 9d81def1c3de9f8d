import { appendFileSync, cpSync, mkdirSync, writeFileSync } from 'node:fs'
import { basename, join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'

import pg from 'pg'

import { startEmbeddedPostgres } from '#database/embedded.ts'

const name = 'standby'

/** Files of a running cluster that do not belong into a copy (PostgreSQL 25.3.4). */
const belongsToTheRunning = /^(?:postmaster\.(?:pid|opts)|\.s\.PGSQL\..*|server\.log)$/

type Primary = { url: string; dataDir: string }
type Options = {
  /** From now on the primary confirms a commit only when the standby has it on its disk. */
  isSynchronous?: boolean
  /** Lines of the standby's configuration. */
  settings?: string[]
}

/**
 * A standby of an embedded database in a folder of its own, made by a low-level base backup (PostgreSQL 25.3.3), because the embedded binaries
 * have no pg_basebackup.
 */
export async function openStandby(primary: Primary, dataDir: string, { isSynchronous = false, settings = [] }: Options = {}) {
  const client = new pg.Client({ connectionString: primary.url })
  client.on('error', () => {})
  await client.connect()
  await client.query('select pg_backup_start($1, true)', [name])
  mkdirSync(dataDir, { mode: 0o700 })
  cpSync(primary.dataDir, dataDir, { recursive: true, filter: (source) => !belongsToTheRunning.test(basename(source)) })
  const { rows } = await client.query<{ labelfile: string }>('select labelfile from pg_backup_stop(false)')
  writeFileSync(join(dataDir, 'backup_label'), rows[0]!.labelfile)
  writeFileSync(join(dataDir, 'standby.signal'), '')
  const socketDir = decodeURIComponent(new URL(primary.url).host)
  const primaryConninfo = `primary_conninfo = 'host=${socketDir} user=postgres application_name=${name}'`
  appendFileSync(join(dataDir, 'postgresql.auto.conf'), [primaryConninfo, ...settings, ''].join('\n'))
  const database = await startEmbeddedPostgres({ dataDir }) // as root it gives the files to the account of the database
  if (isSynchronous) {
    await client.query(`alter system set synchronous_standby_names = '${name}'`)
    await client.query('select pg_reload_conf()')
  }
  for (let isFollowing = false; !isFollowing; await sleep(50)) {
    const { rowCount } = await client.query("select from pg_stat_replication where state = 'streaming' and (sync_state = 'sync') = $1", [
      isSynchronous,
    ])
    isFollowing = rowCount === 1
  }
  await client.end()
  return {
    url: database.url(),
    /** Makes it the primary, as Patroni does when the lease of the old one has ended. */
    promote: async () => {
      const own = new pg.Client({ connectionString: database.url() })
      await own.connect()
      await own.query('select pg_promote()')
      await own.end()
    },
    stop: database.stop,
  }
}
