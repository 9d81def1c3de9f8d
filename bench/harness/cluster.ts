import { chmodSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

import pg from 'pg'

import { fillDatabase } from '../filling/fill.ts'
import { makeOrganisations, type Organisation } from '../filling/organisations.ts'

import { startEmbeddedPostgres } from '#database/embedded.ts'
import { migrate } from '#database/migrate.ts'
import { makeQueues } from '#server/workers.ts'

/** How a number of form requests is written in names: 10m, 100k. */
export const sizeInWords = (size: number) => (size % 1_000_000 === 0 ? `${size / 1_000_000}m` : `${size / 1_000}k`)
const nameOf = (size: number) => `fill_${sizeInWords(size).replace('.', '_')}`
/** Migrated once for all sizes. */
const empty = 'fill_empty'

export type Filled = { url: string; organisation: Organisation; drop: () => Promise<void> }
export type Cluster = Awaited<ReturnType<typeof openCluster>>

/**
 * The PostgreSQL that is measured on: one of its own, kept nowhere, or (`on`) one that has filled databases already. Each measurement gets a copy of the
 * filled database it asks for, so that none sees what another wrote.
 */
export async function openCluster(on?: string) {
  const own = on === undefined ? await startOwn() : undefined
  const urlOf = (name: string) => (own ? own.url(name) : on!.replace(/\/[^/]*$/, `/${name}`))
  const owner = new pg.Client({ connectionString: urlOf('postgres') })
  await owner.connect()
  const now = Math.floor(Date.now() / 86_400_000) * 86_400_000
  const has = async (name: string) => (await owner.query('select from pg_database where datname = $1', [name])).rowCount === 1
  let copies = 0
  const copyOf = async (template: string) => {
    const name = `bench_${process.pid}_${copies++}`
    await owner.query(`create database ${name} template ${template} strategy file_copy`)
    await owner.query('checkpoint')
    return { url: urlOf(name), drop: async () => void (await owner.query(`drop database ${name} with (force)`)) }
  }
  const makeEmpty = async () => {
    if (await has(empty)) return
    await owner.query(`create database ${empty}`)
    await migrate(urlOf(empty), makeQueues)
  }
  return {
    version: (await owner.query<{ version: string }>(`select 'PostgreSQL ' || current_setting('server_version') as version`)).rows[0]!
      .version,
    /** Seconds it took. */
    fill: async (size: number) => {
      const began = performance.now()
      if (await has(nameOf(size))) return 0
      await makeEmpty()
      await owner.query(`create database ${nameOf(size)} template ${empty}`)
      if (own) await set(owner, whileFilling)
      await fillDatabase(urlOf(nameOf(size)), size, now)
      if (own) await set(owner, [])
      return (performance.now() - began) / 1_000
    },
    copy: async (size: number): Promise<Filled> => ({
      ...(await copyOf(nameOf(size))),
      organisation: makeOrganisations(size, now)[0]!,
    }),
    /** A database with all tables and queues and no rows. */
    empty: async () => {
      await makeEmpty()
      return copyOf(empty)
    },
    close: async () => {
      await owner.end()
      await own?.stop()
    },
  }
}

/** An interrupted filling starts again, so it need not survive a power cut. The measurements after it must. */
const whileFilling = ['fsync = off', 'full_page_writes = off', 'autovacuum = off', "max_wal_size = '16GB'", "checkpoint_timeout = '1h'"]

async function set(owner: pg.Client, settings: string[]) {
  await owner.query('alter system reset all')
  for (const setting of settings) await owner.query(`alter system set ${setting}`)
  await owner.query('select pg_reload_conf()')
}

async function startOwn() {
  const dir = mkdtempSync(join(tmpdir(), 'formward-bench-'))
  chmodSync(dir, 0o711) // as root the database runs under another account, which has to pass through
  const { url, stop } = await startEmbeddedPostgres({ dataDir: join(dir, 'postgres') })
  return {
    url,
    stop: async () => {
      await stop()
      rmSync(dir, { recursive: true, force: true })
    },
  }
}
