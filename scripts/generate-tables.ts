// Writes server/platform/tables.ts from a freshly migrated database, so that queries are checked against the real schema.
import { spawnSync } from 'node:child_process'
import { chmodSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

import pg from 'pg'

import { startEmbeddedPostgres } from '#database/embedded.ts'
import { migrate } from '#database/migrate.ts'

const root = join(import.meta.dirname, '..')
export const tablesFile = join(root, 'server/platform/tables.ts')

// The same types as the parsers of server/platform/database.ts.
const typeMapping = { timestamptz: 'string', date: 'string', int8: 'number', jsonb: 'unknown', bytea: 'Buffer' }

/** What server/platform/tables.ts should hold for the database at `url`. */
export async function tablesOf(url: string) {
  const dir = mkdtempSync(join(tmpdir(), 'formward-tables-'))
  try {
    const out = join(dir, 'tables.ts')
    const args = ['--dialect', 'postgres', '--url', url, '--out-file', out, '--default-schema', 'public', '--include-pattern', 'public.*']
    const { status, stderr } = spawnSync(
      join(root, 'node_modules/.bin/kysely-codegen'),
      [...args, '--exclude-pattern', 'public.schema_migrations', '--type-mapping', JSON.stringify(typeMapping)],
      { encoding: 'utf8' },
    )
    if (status !== 0) throw new Error(stderr)
    const types = readFileSync(out, 'utf8')
      .replace(/\/\*\*[^]*?\*\//, '// Generated from the migrated database by `npm run tables`; never edited by hand.')
      .replace('export interface DB', 'export interface Tables')
    const names = (await tablesOfOrganisations(url)).map((name) => `  "${name}",\n`)
    return `${types}\n/** Tables whose rows belong to an organisation. */\nexport const organisationTables: ReadonlySet<string> = new Set([\n${names.join('')}]);\n`
  } finally {
    rmSync(dir, { recursive: true, force: true })
  }
}

async function tablesOfOrganisations(url: string) {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  try {
    const { rows } = await client.query<{ name: string }>(`
      select c.relname as name from pg_class c join pg_attribute a on a.attrelid = c.oid and a.attname = 'organisation_id' and not a.attisdropped
      where c.relnamespace = 'public'::regnamespace and c.relkind in ('r', 'p') and not c.relispartition order by c.relname`)
    return rows.map(({ name }) => name)
  } finally {
    await client.end()
  }
}

async function writeTables() {
  const dir = mkdtempSync(join(tmpdir(), 'formward-tables-'))
  // As root the database runs under another account, which has to pass through.
  chmodSync(dir, 0o711)
  const postgres = await startEmbeddedPostgres({ dataDir: join(dir, 'postgres'), durable: false })
  try {
    await migrate(postgres.url(), async () => {})
    writeFileSync(tablesFile, await tablesOf(postgres.url()))
  } finally {
    await postgres.stop()
    rmSync(dir, { recursive: true, force: true })
  }
}

if (import.meta.main) await writeTables()
