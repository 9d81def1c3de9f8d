// Writes server/platform/tables.ts from a freshly migrated database, so that queries are checked against the real schema.
import { spawnSync } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

import { startEmbeddedPostgres } from '#database/embedded.ts'
import { migrate } from '#database/migrate.ts'

const target = 'server/platform/tables.ts'
const dir = mkdtempSync(join(tmpdir(), 'formward-tables-'))
const postgres = await startEmbeddedPostgres({ dataDir: join(dir, 'postgres'), durable: false })
try {
  await migrate(postgres.url(), async () => {})
  // The same types as the parsers of server/platform/database.ts.
  const mapping = { timestamptz: 'string', date: 'string', int8: 'number', jsonb: 'unknown', bytea: 'Buffer' }
  const args = ['--dialect', 'postgres', '--url', postgres.url(), '--out-file', join(dir, 'tables.ts'), '--default-schema', 'public']
  const { status, stderr } = spawnSync(
    'node_modules/.bin/kysely-codegen',
    [...args, '--include-pattern', 'public.*', '--exclude-pattern', 'public.kysely_*', '--type-mapping', JSON.stringify(mapping)],
    { encoding: 'utf8' },
  )
  if (status !== 0) throw new Error(stderr)
  const text = readFileSync(join(dir, 'tables.ts'), 'utf8').replace(/\/\*\*[^]*?\*\//, '// Generated from the migrated database by `npm run tables`; never edited by hand.').replace('export interface DB', 'export interface Tables')
  const isFresh = readFileSync(target, { encoding: 'utf8', flag: 'a+' }) === text
  if (process.argv.includes('--check') && !isFresh) throw new Error(`${target} is not what the migrations make: run npm run tables`)
  writeFileSync(target, text)
} finally {
  await postgres.stop()
  rmSync(dir, { recursive: true, force: true })
}
