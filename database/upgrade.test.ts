import { cpSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

import { describe, expect, onTestFinished, test } from 'vitest'

import { ask, databaseOfPlainOwner } from '#test/test-server.ts'
import { makeQueues } from '#server/workers.ts'

import { migrate } from './migrate.ts'

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
    expect(
      Object.entries(before).filter(([, rows]) => rows === 0),
      'tables without a row to upgrade',
    ).toEqual([])

    await migrate(url, makeQueues)

    const after = await countRows(superuserUrl)
    expect(after).toMatchObject({ ...before, schema_migrations: readdirSync('database/migrations').length })
    expect(await ask(superuserUrl, 'select relname from pg_class where relrowsecurity and not relforcerowsecurity')).toEqual([])
    const kept = await ask(superuserUrl, keptCounts)
    await ask(superuserUrl, 'select rebuild_patient_words(), rebuild_patient_counts(), rebuild_form_request_counts()')
    expect(kept).toEqual(await ask(superuserUrl, keptCounts))
  })
})

/** What triggers keep: words and counts, with one line for each value. */
const keptCounts = `
  select 'words' as kind, concat_ws(' ', word, name_key, patient_id, ward_id, is_archived) as value, 1::bigint as count from patient_words
  union all select 'patients', concat_ws(' ', is_archived, sex, preferred_method, admission_status, ward_id), sum(patients)
  from patient_counts group by 2 having sum(patients) <> 0
  union all select 'requests', concat_ws(' ', narrowed_by, narrowed_to, grouped_by, value, status), sum(count) from (
    select narrowed_by, narrowed_to, grouped_by, value, status, count from form_request_counts
    union all select f.narrowed_by, f.narrowed_to, g.grouped_by, g.value, c.status, c.count
    from form_request_changes c cross join lateral filters_of(c) f cross join lateral groupings_of(c) g
    where f.narrowed_by <> g.grouped_by or f.narrowed_by = '') both_tables
  group by 2 having sum(count) <> 0
  order by 1, 2`
