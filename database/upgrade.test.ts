import { cpSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

import pg from 'pg'
import { describe, expect, onTestFinished, test } from 'vitest'

import { cellsOfChange } from '#test/count-differences.ts'
import { ask, databaseOfPlainOwner } from '#test/test-server.ts'
import { makeQueues } from '#server/workers.ts'

import { migrate } from './migrate.ts'
import { readMigrations } from './migrations.ts'

/** A release adds a line: its last migration, and a file `test/upgrades/<version>.sql` with rows in every table (docs/decisions/0033-migrations.md). */
const releases = [{ version: '0.2.0', lastMigration: '0014-keys' }]

/** The migrations of a release alone. */
function migrationsUntil(last: string) {
  const folder = mkdtempSync(join(tmpdir(), 'formward-release-'))
  onTestFinished(() => rmSync(folder, { recursive: true }))
  for (const file of readdirSync('database/migrations').filter((file) => file <= `${last}.sql`))
    cpSync(join('database/migrations', file), join(folder, file))
  return folder
}

/** The number of rows of each table, read as a superuser, who sees every row. */
async function countRows(url: string) {
  const tables = await ask<{ name: string }>(url, `select tablename as name from pg_tables where schemaname = 'public' order by 1`)
  const counts = tables.map(({ name }) => `select '${name}' as name, count(*)::int as rows from ${name}`).join(' union all ')
  return Object.fromEntries((await ask<{ name: string; rows: number }>(url, counts)).map(({ name, rows }) => [name, rows]))
}

describe.each(releases)('an upgrade from $version', ({ version, lastMigration }) => {
  test('keeps every row and correct counts, also for an owner restricted by row-level security (OPS-3, RUN-7)', async () => {
    const { url, superuserUrl } = await databaseOfPlainOwner()
    await migrate(url, makeQueues, { folder: migrationsUntil(lastMigration) })
    await ask(url, readFileSync(`test/upgrades/${version}.sql`, 'utf8'))
    const before = await countRows(superuserUrl)
    const countsBefore = await ask(superuserUrl, releasedCounts)
    expect(
      Object.entries(before).filter(([, rows]) => rows === 0),
      'tables without a row to upgrade',
    ).toEqual([])

    await migrate(url, makeQueues)

    const after = await countRows(superuserUrl)
    // The changes are folded. The counts by outcome and grouped by ward, the sums over all statuses and the progress are new; every other count is the same.
    expect(await ask(superuserUrl, countsOfReleases)).toEqual(countsBefore)
    expect(after).toMatchObject({
      ...before,
      form_request_changes: 0,
      form_request_counts: after['form_request_counts'],
      schema_migrations: readdirSync('database/migrations').length,
    })
    expect(await ask(superuserUrl, 'select relname from pg_class where relrowsecurity and not relforcerowsecurity')).toEqual([])
    const kept = await ask(superuserUrl, keptCounts)
    expect(kept).toContainEqual(expect.objectContaining({ kind: 'answers' }))
    await ask(
      superuserUrl,
      'select rebuild_patient_words(), rebuild_patient_counts(), rebuild_form_request_counts(), rebuild_answer_counts(), rebuild_message_counts(), rebuild_waiting_list_counts()',
    )
    expect(kept).toEqual(await ask(superuserUrl, keptCounts))
  })
})

test('a process of 0.2.0 marks a form request as not reached, without the reason that later versions store, and reads the numbers of the worklist (OPS-3)', async () => {
  const { url, superuserUrl } = await databaseOfPlainOwner()
  await migrate(url, makeQueues, { folder: migrationsUntil('0014-keys') })
  await ask(url, readFileSync('test/upgrades/0.2.0.sql', 'utf8'))
  await migrate(url, makeQueues)
  const ids = (await ask<{ id: string }>(superuserUrl, 'select id from form_requests where not is_unreached')).map(({ id }) => id)
  const unreached = (isUnreached: boolean) =>
    ask(
      superuserUrl,
      `update form_requests set is_unreached = $2 where id = any($1) returning unreached_reason as reason, unreached_at is not null as "isDated"`,
      [ids, isUnreached],
    )

  expect(ids).not.toEqual([])
  expect(await unreached(true)).toEqual(ids.map(() => ({ reason: 'not_sent', isDated: true })))
  const numbers = `select f.narrowed_to as unreached, sum(count)::int as count from form_request_changes c, filters_of(c) f, groupings_of(c) g
    where narrowed_by = 'unreached' and grouped_by = '' group by 1 order by 1`
  expect(await ask(superuserUrl, numbers)).toEqual([
    { unreached: 'false', count: -ids.length },
    { unreached: 'true', count: ids.length },
  ])
  expect(await unreached(false)).toEqual(ids.map(() => ({ reason: null, isDated: false })))
})

/** Tables that grow with every patient, form request or message. */
const largeTables = [
  'audit_events',
  'form_request_events',
  'form_requests',
  'import_rows',
  'notifications',
  'patient_links',
  'patient_words',
  'patients',
  'raised_flags',
  'submission_scores',
  'submissions',
  'waiting_list_reviews',
]

/**
 * Runs the migrations after this one as the owner of the tables. Tells, for each file that runs in a transaction, what PostgreSQL says that it does with
 * large tables, and the large tables whose rows it changes. Every table of a release has rows (test/upgrades).
 */
async function whatMigrationsDo(url: string, last: string) {
  const client = new pg.Client({ connectionString: url })
  let notices: string[] = []
  client.on('notice', ({ message }) => notices.push(message ?? ''))
  await client.connect()
  await client.query('set client_min_messages = debug1')
  const done: string[] = []
  for (const { name, text, index } of (await readMigrations()).filter((migration) => migration.name > last)) {
    notices = []
    if (index) {
      await client.query(text)
      continue
    }
    await client.query('select pg_stat_force_next_flush()') // or the counts of the file before would be counted again
    await client.query('begin')
    await client.query(text)
    const { rows } = await client.query<{ table: string }>(
      `select relname as table from pg_stat_xact_user_tables where relname = any($1) and n_tup_ins + n_tup_upd + n_tup_del > 0 order by 1`,
      [largeTables],
    )
    await client.query('commit')
    const isLarge = (notice: string) => largeTables.some((table) => notice.includes(`table "${table}"`))
    done.push(
      ...notices.filter(isLarge).map((notice) => `${name}: ${notice}`),
      ...rows.map(({ table }) => `${name}: changing rows of table "${table}"`),
    )
  }
  await client.end()
  return done
}

test('no migration from 0047 on reads a large table while it holds its lock, none from 0088 on builds an index on it or changes its rows (OPS-3)', async () => {
  const { url } = await databaseOfPlainOwner()
  await migrate(url, makeQueues, { folder: migrationsUntil('0014-keys') })
  await ask(url, readFileSync('test/upgrades/0.2.0.sql', 'utf8'))

  const done = await whatMigrationsDo(url, '0014-keys')

  expect(done, 'PostgreSQL tells what earlier files do').toEqual(
    expect.arrayContaining([
      expect.stringMatching(/^0024-message-records: verifying table "notifications"/),
      '0024-message-records: changing rows of table "notifications"',
      expect.stringMatching(/^0052-fhir-searches: building index "submissions_by_time" on table "submissions"/),
    ]),
  )
  const isRead = /: (?:verifying|rewriting) /
  expect(done.filter((line) => line > '0047' && isRead.test(line))).toEqual([])
  expect(done.filter((line) => line > '0088')).toEqual([])
})

/** What the counts of form requests say in a release, and what they say of the same filters and groupings afterwards. */
const releasedCounts = `
  select narrowed_by, case when narrowed_by = 'ward' and narrowed_to = '' then 'none' else narrowed_to end as narrowed_to, grouped_by, value, status,
    sum(count)::int as count
  from (
    select narrowed_by, narrowed_to, grouped_by, value, status, count from form_request_counts
    union all
    select f.narrowed_by, f.narrowed_to, g.grouped_by, g.value, c.status, c.count
    from form_request_changes c cross join lateral filters_of(c) f cross join lateral groupings_of(c) g
    where f.narrowed_by <> g.grouped_by or f.narrowed_by = '') both_tables
  group by 1, 2, 3, 4, 5 having sum(count) <> 0 order by 1, 2, 3, 4, 5`
const countsOfReleases = `
  select narrowed_by, narrowed_to, grouped_by, value, status, count::int from form_request_counts
  where 'outcome' not in (narrowed_by, grouped_by) and grouped_by not in ('in_ward', 'progress') and status <> '' and count <> 0
  order by 1, 2, 3, 4, 5`

/** What triggers keep: words and counts, with one line for each value. */
const keptCounts = `
  select 'words' as kind, concat_ws(' ', word, name_key, patient_id, ward_id, is_archived) as value, 1::bigint as count from patient_words
  union all select 'patients', concat_ws(' ', is_archived, sex, preferred_method, admission_status, ward_id), sum(patients)
  from patient_counts group by 2 having sum(patients) <> 0
  union all select 'requests', concat_ws(' ', narrowed_by, narrowed_to, grouped_by, value, status), sum(count) from (
    select narrowed_by, narrowed_to, grouped_by, value, status, count from form_request_counts
    union all select k.narrowed_by, k.narrowed_to, k.grouped_by, k.value, k.status, c.count
    from form_request_changes c, ${cellsOfChange}) both_tables
  group by 2 having sum(count) <> 0
  union all select 'answers', concat_ws(' ', form_id, ward, form_version, question, kind, value), count from answer_counts where count <> 0
  union all select 'messages', concat_ws(' ', narrowed_by, narrowed_to, grain, period, category, method, status, reason_code, channel), sum(messages)
  from message_counts group by 2 having sum(messages) <> 0
  union all select 'waiting list', concat_ws(' ', queue, form_id, specialty), sum(count) from (
    select queue, form_id, specialty, count from waiting_list_counts
    union all select queue, form_id, specialty, count from waiting_list_changes) both_tables
  group by 2 having sum(count) <> 0
  union all select 'days of the waiting list', concat_ws(' ', queue, waiting_since), sum(count) from (
    select queue, waiting_since, count from waiting_list_day_counts
    union all select queue, waiting_since, count from waiting_list_changes where waiting_since is not null) both_tables
  group by 2 having sum(count) <> 0
  order by 1, 2`
