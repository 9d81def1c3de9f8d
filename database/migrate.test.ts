import { chmodSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

import pg from 'pg'
import { describe, expect, onTestFinished, test } from 'vitest'

import { eventually } from '#test/organisation.ts'
import { openKeys } from '#server/platform/keys.ts'
import { freePort } from '#test/free-port.ts'
import { startProcess, runOperator } from '#test/processes.ts'
import { production } from '#test/production.ts'
import { ask, asApplication, databaseOfPlainOwner, emptyDatabase, freshDatabase } from '#test/test-server.ts'

import { startEmbeddedPostgres } from './embedded.ts'
import { migrate } from './migrate.ts'
import { readMigrations } from './migrations.ts'
import { partitionTables } from './partitions.ts'

/** A folder of this version's migrations and these besides; a file without text is left out. */
async function folderWith(files: Record<string, string | undefined>) {
  const folder = mkdtempSync(join(tmpdir(), 'formward-migrations-'))
  onTestFinished(() => rmSync(folder, { recursive: true }))
  const ours = Object.fromEntries((await readMigrations()).map(({ name, text }) => [name, text]))
  for (const [name, text] of Object.entries({ ...ours, ...files })) if (text !== undefined) writeFileSync(join(folder, `${name}.sql`), text)
  return folder
}
const noQueues = async () => {}
const tablesIn = async (url: string) =>
  (await ask<{ name: string }>(url, `select tablename as name from pg_tables where schemaname = 'public'`)).map(({ name }) => name)

/** What is printed by a command that stops: one line for the operator and no stack trace. */
const oneLine = /^[^\n]+\n$/

describe('migrations', () => {
  test('each applied migration is kept with the SHA-256 of its file, and is applied once (RUN-7)', async () => {
    const url = await freshDatabase()
    await migrate(url, noQueues)

    const applied = await ask(url, 'select name, checksum from schema_migrations order by name')
    expect(applied).toEqual((await readMigrations()).map(({ name, checksum }) => ({ name, checksum })))
    expect(applied[0]).toMatchObject({ name: '0001-roles-and-isolation', checksum: expect.stringMatching(/^[0-9a-f]{64}$/) })
  })

  test('a file that has changed since the database applied it is refused by its name, and nothing later is applied (RUN-7, OPS-3)', async () => {
    const url = await freshDatabase()
    const folder = await folderWith({ '0003-members': 'create table changed (n int)', '9000-later': 'create table later (n int)' })

    await expect(migrate(url, noQueues, { folder })).rejects.toThrow(/^database\/migrations\/0003-members\.sql: the file has changed/)
    expect(await tablesIn(url)).not.toContain('later')
  })

  test('a new file with a lower number than an applied one is refused by its name (RUN-7)', async () => {
    const url = await freshDatabase()
    const folder = await folderWith({ '0002-too-late': 'select 1' })
    const last = (await readMigrations()).at(-1)!.name

    await expect(migrate(url, noQueues, { folder })).rejects.toThrow(
      `database/migrations/0002-too-late.sql: the database has already applied a later migration, ${last}. Give the file a higher number`,
    )
  })

  test('an upgrade that fails keeps the files before and nothing of its own, and continues there when it is repeated (RUN-7, OPS-3)', async () => {
    const url = await freshDatabase()
    const good = { '9000-good': 'create table good (n int)' }
    const bad = { '9001-bad': 'create table partly (n int); select 1 / 0', '9002-after': 'create table after (n int)' }
    await expect(migrate(url, noQueues, { folder: await folderWith({ ...good, ...bad }) })).rejects.toThrow('division by zero')
    expect(await tablesIn(url)).toContain('good')
    expect((await tablesIn(url)).filter((name) => ['partly', 'after'].includes(name))).toEqual([])

    await migrate(url, noQueues, { folder: await folderWith({ ...good, ...bad, '9001-bad': 'create table partly (n int)' }) })
    expect(await tablesIn(url)).toEqual(expect.arrayContaining(['good', 'partly', 'after']))
  })

  test('a migration that waits for a table lets later calls through, and tries again until the table is free (RUN-7, OPS-3)', async () => {
    const url = await freshDatabase()
    const folder = await folderWith({ '9000-wards': 'alter table wards add column later text' })
    const reader = new pg.Client({ connectionString: url })
    await reader.connect()
    onTestFinished(() => reader.end())
    await reader.query('begin; select from wards')
    const waits = { lock: 200, laterLock: 200, pause: 300, patience: 60_000, turn: 50, progress: 50 }
    const said: string[] = []

    const migrating = migrate(url, noQueues, { folder, waits, say: (line) => said.push(line) })
    await eventually(async () => said.length > 1)
    await ask(url, 'select from wards') // behind the waiting migration, which gives way
    await reader.query('commit')

    await migrating
    expect(said[0]).toBe('database/migrations/9000-wards.sql: a table is in use. Trying again')
    expect(await ask(url, "select from information_schema.columns where table_name = 'wards' and column_name = 'later'")).toHaveLength(1)
  })

  test('a migration asks for all tables that it alters first, so that no call that has one of them is ended as a deadlock (OPS-3)', async () => {
    const url = await freshDatabase()
    const folder = await folderWith({
      '9000-two': 'alter table members add column later text; select pg_sleep(0.7); alter table wards add column later text',
    })
    const call = new pg.Client({ connectionString: url })
    await call.connect()
    onTestFinished(() => call.end())
    await call.query('begin; select from wards')
    const locks = `select from pg_locks where relation = 'members'::regclass and mode = 'AccessExclusiveLock' and granted`

    const migrating = migrate(url, noQueues, { folder })
    await eventually(async () => (await ask(url, locks)).length > 0)
    await call.query('select from members; commit')

    await migrating
    expect(await ask(url, "select table_name from information_schema.columns where column_name = 'later' order by 1")).toHaveLength(2)
  })

  test('a migration that gets no lock at all ends with what to do, and nothing of its file is applied (RUN-7, RUN-4)', async () => {
    const url = await freshDatabase()
    const reader = new pg.Client({ connectionString: url })
    await reader.connect()
    onTestFinished(() => reader.end())
    await reader.query('begin; select from wards')
    const folder = await folderWith({ '9000-wards': 'create table partly (n int); alter table wards add column later text' })

    const waits = { lock: 100, laterLock: 100, pause: 10, patience: 1, turn: 50, progress: 50 }
    await expect(migrate(url, noQueues, { folder, waits })).rejects.toThrow(
      /^database\/migrations\/9000-wards\.sql: a table is locked by another/,
    )
    expect(await tablesIn(url)).not.toContain('partly')
  })

  describe('an index that is built outside a transaction', () => {
    const waits = { lock: 200, laterLock: 200, pause: 100, patience: 60_000, turn: 50, progress: 50 }
    const build = '-- Outside a transaction\n-- Why.\ncreate index concurrently if not exists later on outcomes (organisation_id, name);\n'
    const indexIn = async (url: string) =>
      (
        await ask(
          url,
          `select indisvalid as "isValid", oid::int from pg_index join pg_class c on c.oid = indexrelid where relname = 'later'`,
        )
      )[0]
    const connect = async (url: string) => {
      const client = new pg.Client({ connectionString: url })
      client.on('error', () => {}) // a test ends it
      await client.connect()
      onTestFinished(() => client.end())
      return client
    }

    test('lets calls write meanwhile, waits for an earlier transaction with words, and is kept with its checksum (OPS-3)', async () => {
      const url = await freshDatabase()
      const folder = await folderWith({ '9000-later': build })
      const writer = await connect(url)
      await writer.query(`begin; update outcomes set name = 'x'`)
      const said: string[] = []

      const migrating = migrate(url, noQueues, { folder, waits, say: (line) => said.push(line) })
      await eventually(async () => said.length > 0)
      await ask(url, `set lock_timeout = '1s'; update outcomes set name = 'y'; alter table wards add column other text`)
      expect(await indexIn(url)).toMatchObject({ isValid: false })
      await writer.query('commit')
      await migrating

      expect(said[0]).toMatch(
        /^database\/migrations\/9000-later\.sql: the index later waits for transactions that began earlier: process \d+, for \d+ s\. It continues when they have ended$/,
      )
      expect(await indexIn(url)).toMatchObject({ isValid: true })
      const [, last] = [await migrate(url, noQueues, { folder }), (await readMigrations(folder)).at(-1)!]
      expect(await ask(url, `select checksum from schema_migrations where name = '9000-later'`)).toEqual([{ checksum: last.checksum }])
      expect(last.index).toMatchObject({ act: 'create', name: 'later', table: 'outcomes' })
    })

    test('that was interrupted is dropped and built again by the next run (OPS-3)', async () => {
      const url = await freshDatabase()
      const folder = await folderWith({ '9000-later': build })
      const writer = await connect(url)
      await writer.query(`begin; update outcomes set name = 'x'`)
      const interrupted = migrate(url, noQueues, { folder, waits }).catch((error: Error) => error.message)
      await eventually(async () => (await indexIn(url)) !== undefined)
      const [before] = [await indexIn(url)]
      await ask(
        url,
        `select pg_terminate_backend(pid) from pg_stat_activity where query like '%create index concurrently%' and pid <> pg_backend_pid()`,
      )
      expect(await interrupted).toMatch(/terminat/)
      await writer.query('commit')
      expect(await indexIn(url)).toEqual({ ...before, isValid: false })
      expect(await ask(url, `select from schema_migrations where name = '9000-later'`)).toEqual([])
      const said: string[] = []

      await migrate(url, noQueues, { folder, waits, say: (line) => said.push(line) })

      expect(said[0]).toBe('database/migrations/9000-later.sql: the build of the index later was interrupted. Building it again')
      expect(await indexIn(url)).toMatchObject({ isValid: true })
      expect((await indexIn(url))!['oid']).not.toBe(before!['oid'])
    })

    test('whose starter was killed is waited for by the next start, and not built twice (OPS-3)', async () => {
      const url = await freshDatabase()
      const folder = await folderWith({ '9000-later': build })
      const [writer, killed] = [await connect(url), await connect(url)]
      await writer.query(`begin; update outcomes set name = 'x'`)
      const building = killed.query(build.split('\n').at(-2)!)
      await eventually(async () => (await indexIn(url)) !== undefined)
      const before = await indexIn(url)
      const said: string[] = []

      const migrating = migrate(url, noQueues, { folder, waits, say: (line) => said.push(line) })
      await eventually(async () => said.length > 0)
      await writer.query('commit')
      await Promise.all([building, migrating])

      expect(said[0]).toBe('database/migrations/9000-later.sql: another session builds the index later. Waiting for it')
      expect(await indexIn(url)).toEqual({ ...before, isValid: true })
    })

    test('is dropped in the same way (OPS-3)', async () => {
      const url = await freshDatabase()
      const drop = '-- Outside a transaction\ndrop index concurrently if exists later;'
      await migrate(url, noQueues, { folder: await folderWith({ '9000-later': build, '9001-no-more': drop }) })

      expect(await indexIn(url)).toBeUndefined()
    })

    test('is built for each partition of a divided table, continued after an interruption, and dropped again (OPS-3, OPS-5)', async () => {
      const url = await emptyDatabase()
      await migrate(url, noQueues)
      await partitionTables(url, 3, () => {})
      const ofPatients = '-- Outside a transaction\ncreate index concurrently if not exists later on patients (organisation_id, locale);\n'
      const folder = await folderWith({ '9000-later': ofPatients })
      // As after a run that was ended when it had built one and a half.
      await ask(url, 'create index later_0 on patients_0 (organisation_id, locale)')
      await ask(url, 'create index later_1 on patients_1 (organisation_id, locale)')
      await ask(url, `update pg_index set indisvalid = false where indexrelid = 'later_1'::regclass`)
      const said: string[] = []

      await migrate(url, noQueues, { folder, waits, say: (line) => said.push(line) })

      expect(said).toEqual(['database/migrations/9000-later.sql: the build of the index later_1 was interrupted. Building it again'])
      const parts = await ask(
        url,
        `select c.relname as name, indisvalid as "isValid" from pg_inherits join pg_index on indexrelid = inhrelid join pg_class c on c.oid = inhrelid
         where inhparent = 'later'::regclass order by 1`,
      )
      expect(parts).toEqual(['later_0', 'later_1', 'later_2'].map((name) => ({ name, isValid: true })))
      expect(await indexIn(url)).toMatchObject({ isValid: true })
      const drop = '-- Outside a transaction\ndrop index concurrently if exists later;'
      await migrate(url, noQueues, { folder: await folderWith({ '9000-later': ofPatients, '9001-no-more': drop }) })
      expect(await indexIn(url)).toBeUndefined()
    })

    test.each([
      ['two statements', `${build}drop index concurrently if exists other;`],
      ['another statement', '-- Outside a transaction\nupdate patients set locale = locale;'],
      ['a build that cannot be repeated', '-- Outside a transaction\ncreate index concurrently later on patients (locale);'],
      ['another first line', `\n${build}`],
    ])('is refused by the name of its file when it has %s, and nothing is applied (OPS-3)', async (_, text) => {
      const url = await freshDatabase()
      const folder = await folderWith({ '9000-before': 'create table before_it (n int)', '9001-later': text })

      await expect(migrate(url, noQueues, { folder })).rejects.toThrow(/^database\/migrations\/9001-later\.sql: /)
      expect(await tablesIn(url)).not.toContain('before_it')
    })
  })

  test('a start says that another process migrates, and continues when that has ended (RUN-7)', async () => {
    const url = await freshDatabase()
    const other = new pg.Client({ connectionString: url })
    await other.connect()
    onTestFinished(() => other.end())
    await other.query("begin; select pg_advisory_xact_lock(hashtext('formward migrations'))")
    const said: string[] = []
    const migrating = migrate(url, noQueues, { say: (line) => said.push(line) })
    await eventually(async () => said.length > 0)
    await other.query('commit')

    await migrating
    expect(said).toEqual(['Waiting for another process that migrates the database'])
  })

  test('an earlier version starts again on a database that a later version has migrated (OPS-3)', async () => {
    const url = await freshDatabase()
    await migrate(url, noQueues, { folder: await folderWith({ '9000-later': 'create table later (n int)' }) })

    await migrate(url, noQueues)
    expect(await tablesIn(url)).toContain('later')
  })

  test('a process of an earlier version starts and is ready on a database that a later version has migrated (OPS-3)', async () => {
    const [url, port] = [await freshDatabase(), await freePort()]
    await openKeys(url, production.APP_SECRET)
    await migrate(url, noQueues, { folder: await folderWith({ '9000-later': 'alter table wards add column later text' }) })

    const earlier = startProcess('main.ts', { ...production, DATABASE_URL: asApplication(url), PORT: String(port) }, ['api'])
    await earlier.says('Formward is ready')

    expect((await fetch(`http://127.0.0.1:${port}/health/ready`)).status).toBe(200)
    expect(earlier.said.err).toBe('')
  })

  test('a process does not start with a changed file, and says so in one line, as the owner and as the application (RUN-7, RUN-4)', async () => {
    const [url, port] = [await freshDatabase(), await freePort()]
    await ask(url, `update schema_migrations set checksum = 'of another file' where name = '0007-form-requests'`)

    const owner = await runOperator('migrate', { ...production, DATABASE_URL: url })
    expect(owner).toEqual({ code: 1, out: '', err: expect.stringMatching(oneLine) as string })
    expect(owner.err).toContain('database/migrations/0007-form-requests.sql: the file has changed since the database applied it')

    const application = startProcess('main.ts', { ...production, DATABASE_URL: asApplication(url), PORT: String(port) }, ['api'])
    expect(await application.ended).toBe(1)
    expect(application.said.err).toBe(owner.err)
  })
})

describe('data of version 0.1', () => {
  const asOf01 = `create table kysely_migration (name varchar(255) primary key, timestamp varchar(255) not null);
    insert into kysely_migration values ('0001-floor', '2026-11-01')`

  test('a database of 0.1 is left as it is; one line says to begin with a new database (RUN-7)', async () => {
    const [url, port] = [await emptyDatabase(), await freePort()]
    await ask(url, asOf01)

    const owner = await runOperator('migrate', { ...production, DATABASE_URL: url })
    expect(owner).toEqual({ code: 1, out: '', err: expect.stringMatching(oneLine) as string })
    expect(owner.err).toMatch(/^DATABASE_URL: Formward 0\.1 created the database empty_\w+, .*: create database empty_\w+_new\n$/)
    expect(await tablesIn(url)).toEqual(['kysely_migration'])

    const application = startProcess('main.ts', { ...production, DATABASE_URL: asApplication(url), PORT: String(port) }, ['api'])
    expect(await application.ended).toBe(1)
    expect(application.said.err).toBe(owner.err)
  })

  test('a data folder of 0.1 is left as it is; one line has the command that begins a new folder (RUN-7)', async () => {
    const dataDir = mkdtempSync(join(tmpdir(), 'formward-data-'))
    chmodSync(dataDir, 0o711) // as root the database runs under another account, which has to pass through
    onTestFinished(() => rmSync(dataDir, { recursive: true, force: true }))
    const postgres = await startEmbeddedPostgres({ dataDir: join(dataDir, 'postgres'), durable: false })
    await ask(postgres.url(), asOf01)
    await postgres.stop()

    const started = startProcess('main.ts', { DATA_DIR: dataDir, PORT: String(await freePort()) })

    expect(await started.ended).toBe(1)
    const [line] = started.said.err.split('\n').filter((text) => text.startsWith('DATA_DIR'))
    expect(line).toMatch(/^DATA_DIR: Formward 0\.1 created .*, and this version cannot upgrade data of 0\.1\./)
    expect(line).toContain(`mv ${dataDir} ${dataDir}-0.1`)
    expect(started.said.err).not.toMatch(/^\s+at /m)
  })
})

describe('migrate', () => {
  test('an owner whom row-level security restricts cannot rebuild counts and search words from rows that it does not see (RUN-7)', async () => {
    const { url } = await databaseOfPlainOwner()
    await migrate(url, noQueues)

    for (const rebuild of [
      'rebuild_patient_words',
      'rebuild_patient_counts',
      'rebuild_form_request_counts',
      'rebuild_answer_counts',
      'rebuild_message_counts',
      'rebuild_waiting_list_counts',
    ])
      await expect(ask(url, `select ${rebuild}()`), rebuild).rejects.toThrow('row-level security')
  })

  test('a new installation gives system administrators 14 days to set up a second factor (SIGN-9)', async () => {
    const required = await ask(
      await freshDatabase(),
      `select second_factor_required as is_required, second_factor_from - created_at::date as days from organisations where is_system`,
    )

    expect(required).toEqual([{ is_required: true, days: 14 }])
  })
})
