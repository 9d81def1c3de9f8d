import { randomUUID } from 'node:crypto'
import { cpSync, mkdtempSync, readdirSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

import pg from 'pg'
import { describe, expect, onTestFinished, test } from 'vitest'

import { verifyAudit } from '#server/audit/chain/verify-audit.ts'
import { makeQueues } from '#server/workers.ts'
import { runOperator } from '#test/processes.ts'
import { openOrganisation } from '#test/organisation.ts'
import { aPatient } from '#test/requests.ts'
import { ask, databaseOfPlainOwner, emptyDatabase, testServerOn } from '#test/test-server.ts'
import { wholeOrganisation } from '#test/whole-organisation.ts'

import { migrate } from './migrate.ts'
import { readMigrations } from './migrations.ts'
import { largeTables, partitionLimits, partitionTables } from './partitions.ts'

const quiet = () => {}

/** A migrated database whose tables are whole, also when those of the other tests are not. */
async function wholeDatabase() {
  const url = await emptyDatabase()
  await migrate(url, async () => {})
  return url
}

/** The number of rows of every table, and a sum over them. */
async function contentOf(url: string) {
  const tables = await ask<{ name: string }>(
    url,
    `select relname as name from pg_class where relnamespace = 'public'::regnamespace and relkind in ('r', 'p') and not relispartition order by 1`,
  )
  const contents: { name: string; rows: number; sum: string }[] = []
  for (const { name } of tables) {
    const [content] = await ask<{ rows: number; sum: string }>(
      url,
      `select count(*)::int as rows, md5(string_agg(md5(t::text), '' order by md5(t::text))) as sum from ${name} t`,
    )
    contents.push({ name, ...content! })
  }
  return contents
}

/** What else makes a table, one line each, sorted. */
async function catalogueOf(url: string) {
  const rows = await ask<{ line: string }>(
    url,
    `select concat_ws(' ', 'policy', tablename, policyname, permissive, roles, cmd, qual, with_check) as line from pg_policies where schemaname = 'public'
     union all select concat_ws(' ', 'table', c.relname, relowner::regrole, relrowsecurity, relforcerowsecurity,
       (select array_agg(a::text order by a::text) from unnest(relacl) a))
       from pg_class c where relnamespace = 'public'::regnamespace and relkind in ('r', 'p', 'S') and not relispartition
     union all select concat_ws(' ', 'column', c.relname, attname, attacl, format_type(atttypid, atttypmod), attnotnull, attidentity, attgenerated,
       attcollation::regcollation, pg_get_expr(adbin, adrelid))
       from pg_attribute a join pg_class c on c.oid = attrelid left join pg_attrdef on adrelid = attrelid and adnum = attnum
       where relnamespace = 'public'::regnamespace and relkind in ('r', 'p') and not relispartition and attnum > 0 and not attisdropped
     union all select concat_ws(' ', 'trigger', tgname, tgenabled, pg_get_triggerdef(g.oid)) from pg_trigger g join pg_class c on c.oid = tgrelid
       where not tgisinternal and not relispartition and relnamespace = 'public'::regnamespace
     union all select concat_ws(' ', 'constraint', conrelid::regclass, conname, replace(pg_get_constraintdef(k.oid), ' NOT VALID', ''))
       from pg_constraint k join pg_class c on c.oid = conrelid
       where connamespace = 'public'::regnamespace and conparentid = 0 and not relispartition
     union all select concat_ws(' ', 'index', replace(pg_get_indexdef(indexrelid), ' ONLY ', ' '), indisvalid) from pg_index join pg_class c on c.oid = indrelid
       where relnamespace = 'public'::regnamespace and not relispartition
     union all select concat_ws(' ', 'function', pg_get_functiondef(p.oid), proowner::regrole, prosecdef, proconfig,
       array(select x.grantee::regrole::text from aclexplode(coalesce(proacl, acldefault('f', proowner))) x order by 1))
       from pg_proc p where pronamespace = 'public'::regnamespace and prokind in ('f', 'p')
     union all select concat_ws(' ', 'sequence', sequencename, data_type, increment_by, cache_size, last_value) from pg_sequences where schemaname = 'public'`,
  )
  // PostgreSQL writes fewer brackets for a condition that it has read from its own text.
  return rows.map(({ line }) => line.replaceAll(/[()\s]+/g, ' ')).toSorted()
}

/** Makes another role the owner of everything in the database. */
const giveAll = (url: string, role: string) =>
  ask(
    url,
    `do $$ declare one record; begin
       for one in select format('table %s', oid::regclass) as name from pg_class where relnamespace = 'public'::regnamespace and relkind in ('r', 'p')
         union all select format('%s %s', case prokind when 'p' then 'procedure' else 'function' end, oid::regprocedure) from pg_proc
           where pronamespace = 'public'::regnamespace
         union all select 'schema public'
       loop execute format('alter %s owner to ${role}', one.name); end loop;
     end $$`,
  )

const partitionsOf = (url: string) =>
  ask<{ table: string; partitions: number }>(
    url,
    `select inhparent::regclass::text as table, count(*)::int as partitions from pg_inherits
     join pg_class c on c.oid = inhparent and c.relkind = 'p' and c.relnamespace = 'public'::regnamespace group by 1 order by 1`,
  )

describe('npm run distribute', () => {
  test('a filled database is divided by an owner whom row-level security binds, with the same rows and definitions, and goes on working (OPS-5, ORG-7)', async () => {
    const url = await emptyDatabase()
    await migrate(url, makeQueues)
    await databaseOfPlainOwner() // for its role
    const { close } = await testServerOn({ url })
    await wholeOrganisation()
    await wholeOrganisation()
    await close() // no other session may use the database
    const [content, catalogue] = [await contentOf(url), await catalogueOf(url)]

    await giveAll(url, 'plain_owner')
    const done = await partitionTables(url.replace('postgres@', 'plain_owner@'), 3, quiet)
    await giveAll(url, 'postgres')

    expect(await contentOf(url)).toEqual(content)
    expect(await catalogueOf(url)).toEqual(catalogue)
    expect(await partitionsOf(url)).toEqual([...largeTables].sort().map((table) => ({ table, partitions: 3 })))
    const rowsOf = new Map(content.map(({ name, rows }) => [name, rows]))
    expect(done.map(({ table, rows }) => ({ table, rows }))).toEqual(largeTables.map((table) => ({ table, rows: rowsOf.get(table) })))
    const open = await ask(
      url,
      `select c.relname from pg_class c join pg_inherits on inhrelid = c.oid and c.relkind = 'r' and c.relnamespace = 'public'::regnamespace
       where has_table_privilege('formward_app', c.oid, 'select, insert, update, delete') or not (c.relrowsecurity and c.relforcerowsecurity)`,
    )
    expect(open, 'each partition is closed to the application').toEqual([])
    const statistics = await ask(
      url,
      `select stxname || ' of ' || stxrelid::regclass as name from pg_statistic_ext where stxname like 'chosen_answers_together_%' order by 1`,
    )
    expect(statistics.map(({ name }) => name)).toEqual([0, 1, 2].map((n) => `chosen_answers_together_${n} of chosen_answers_${n}`))

    const { services } = await testServerOn({ url: url })
    await wholeOrganisation()
    expect(await verifyAudit(services)).toMatchObject({ organisations: 4, broken: [] })
    const ward = await openOrganisation()
    const staff = await ward.staff('Admin')
    const { nhsNumber } = await aPatient(ward)
    const [{ firstName, lastName, dateOfBirth, sex }, path] = [
      { firstName: 'Ada', lastName: 'Twice', dateOfBirth: '1990-01-01', sex: 'female' },
      '/api/patients/patient',
    ]
    const twice = await staff.post(path, { firstName, lastName, dateOfBirth, sex, nhsNumber, emailAddress: 'ada@example.org' })
    expect(twice.statusCode, 'a refusal of a partition is known by its name').toBe(409)
  })

  test('a run that was ended by force leaves each table as it was or divided, and the next one continues and analyses (OPS-5)', async () => {
    const url = await wholeDatabase()
    const ended = partitionTables(url, 2, (line) => {
      if (line.startsWith('form_requests'))
        void ask(
          url,
          `select pg_terminate_backend(pid) from pg_stat_activity where datname = current_database() and pid <> pg_backend_pid()`,
        )
    })

    await expect(ended).rejects.toThrow(/terminat|connection error/)
    expect((await partitionsOf(url)).length).toBeLessThan(largeTables.length)
    await ask(url, `update pg_class set reltuples = -1 where relname = 'patients'`) // as when it was ended before the analysis
    await partitionTables(url, 2, quiet)
    expect((await partitionsOf(url)).length).toBe(largeTables.length)
    expect(await ask(url, `select relname from pg_class where relname = any($1) and reltuples < 0`, [largeTables])).toEqual([])
    expect(await partitionTables(url, 2, quiet)).toEqual([])
    await expect(partitionTables(url, 4, quiet)).rejects.toThrow('patients has 2 partitions already. Their number cannot be changed')
  })

  test('statistics of a partition are refreshed when it has grown, and those of the whole table when that has doubled (OPS-5, PERF-2)', async () => {
    const url = await wholeDatabase()
    await partitionTables(url, 2, quiet)
    const id = randomUUID()
    await ask(url, 'insert into organisations (id, name, ods_code) values ($1, $2, $2)', [id, 'One'])
    const add = (count: number) =>
      ask(
        url,
        `insert into patients (organisation_id, first_name, last_name, name_key, date_of_birth)
         select $1, 'Ada', 'Byron', 'byron ada', '1970-01-01' from generate_series(1, $2::int)`,
        [id, count],
      )
    const rowsInStatistics = async () => {
      await ask(url, 'select refresh_statistics()')
      const found = await ask<{ rows: number }>(
        url,
        `select reltuples as rows from pg_class where relname ~ '^patients(_[01])?$' order by relname`,
      )
      return { whole: found[0]!.rows, part: Math.max(found[1]!.rows, found[2]!.rows) }
    }

    await add(1_000)
    await expect.poll(rowsInStatistics, { timeout: 30_000 }).toEqual({ whole: 1_000, part: 1_000 })
    await add(1_450)
    await expect.poll(rowsInStatistics, { timeout: 30_000 }).toEqual({ whole: 2_450, part: 2_450 })
    await ask(url, 'delete from patients where id in (select id from patients limit 50)')
    expect(await rowsInStatistics()).toEqual({ whole: 2_450, part: 2_450 })
  })

  test('nothing is done while another session uses the database, an index is not complete, or a migration is missing (OPS-5)', async () => {
    const url = await wholeDatabase()
    const other = new pg.Client({ connectionString: url, application_name: 'exporter' })
    await other.connect()
    onTestFinished(() => other.end().catch(() => {}))
    await expect(partitionTables(url, 2, quiet)).rejects.toThrow(/^The database is in use: process \d+ of postgres \(exporter\)\. Stop all/)
    await other.end()
    await expect(partitionTables(url, 32, quiet), 'the embedded database has room for 16').rejects.toThrow(
      '32 partitions need max_locks_per_transaction = 1024 or more, and it is 512',
    )

    await ask(url, `update pg_index set indisvalid = false where indexrelid = 'patients_nhs_number'::regclass`)
    await expect(partitionTables(url, 2, quiet)).rejects.toThrow('patients: the build of the index patients_nhs_number was interrupted')
    await ask(
      url,
      `update pg_index set indisvalid = true; delete from schema_migrations where name = (select max(name) from schema_migrations)`,
    )
    await expect(partitionTables(url, 2, quiet)).rejects.toThrow('The database is not migrated for this version. Run npm run migrate first')
    expect(await partitionsOf(url)).toEqual([])
  })

  test('what the command cannot keep stops it, with its name (OPS-5)', async () => {
    const url = await wholeDatabase()
    await ask(url, 'create publication changes for table form_requests; alter table patients alter town set statistics 500')

    await expect(partitionTables(url, 2, quiet)).rejects.toThrow(/^patients: .*column town: .*500/)
    await ask(url, 'alter table patients alter town set statistics -1')
    await expect(partitionTables(url, 2, quiet)).rejects.toThrow(/^form_requests: .*publications \{changes\}/)
  })

  test('needs a number of partitions within the limits (OPS-5)', async () => {
    const usage = `Usage: npm run distribute -- --partitions N, a number from ${partitionLimits.least} to ${partitionLimits.most}\n`
    for (const args of [[], ['--partitions', '1'], ['--partitions', '17'], ['--partitions', 'many']])
      expect(await runOperator('distribute', {}, args)).toMatchObject({ code: 1, err: usage })
  })
})

describe('migrations on a divided database', () => {
  /** The first migration that a divided database can be at. */
  const first = '0093'

  test('all later ones can be applied to it (OPS-3, OPS-5)', async () => {
    const folder = mkdtempSync(join(tmpdir(), 'formward-migrations-'))
    onTestFinished(() => rmSync(folder, { recursive: true }))
    const ours = join(import.meta.dirname, 'migrations')
    for (const file of readdirSync(ours)) if (file.slice(0, 4) <= first) cpSync(join(ours, file), join(folder, file))
    const { url } = await databaseOfPlainOwner()
    await migrate(url, async () => {}, { folder })
    await partitionTables(url, 2, quiet, folder)

    await migrate(url, async () => {})
    expect(await ask(url, 'select count(*)::int as n from schema_migrations')).toEqual([{ n: (await readMigrations()).length }])
  })
})
