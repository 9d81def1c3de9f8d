import type { TestOrganisation } from '#test/organisation.ts'

type Column = { name: string; type: string; isWritable: boolean; isNeeded: boolean; choices: string | null }

/** The tables that belong to organisations, with their columns. */
export async function tenantTables({ query }: Pick<TestOrganisation, 'query'>) {
  const rows = await query(`
    select c.relname as table, a.attname as name, format_type(a.atttypid, null) as type,
      a.attgenerated = '' and a.attidentity <> 'a' as writable, a.attnotnull and not a.atthasdef and a.attidentity = '' as needed,
      (select string_agg(pg_get_constraintdef(k.oid), ' ') from pg_constraint k
       where k.conrelid = c.oid and k.contype = 'c' and k.conkey @> array[a.attnum]) as choices
    from pg_class c join pg_namespace n on n.oid = c.relnamespace and n.nspname = 'public'
    join pg_attribute a on a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped
    where c.relkind in ('r', 'p') and not c.relispartition
      and exists (select from pg_attribute o where o.attrelid = c.oid and o.attname = 'organisation_id') order by c.relname, a.attnum`)
  const columns = rows.map((row) => ({
    table: String(row['table']),
    name: String(row['name']),
    type: String(row['type']),
    isWritable: row['writable'] === true,
    isNeeded: row['needed'] === true,
    choices: row['choices'] as string | null, // text, or null where no check is
  }))
  return Map.groupBy(columns, ({ table }) => table)
}
export type TenantTables = Awaited<ReturnType<typeof tenantTables>>

const values: Record<string, unknown> = {
  integer: 1,
  bigint: 1,
  smallint: 1,
  numeric: 1,
  boolean: false,
  jsonb: {},
  date: '2026-01-01',
  'timestamp with time zone': '2026-01-01T00:00:00Z',
  bytea: '\\x00',
}

/** A value that the column accepts: one that a check names, else any of its type. */
function valueFor({ name, type, choices }: Column) {
  if (name === 'other_id') return 'ffffffff-ffff-4fff-bfff-ffffffffffff' // of a pair, whose second id is the higher one
  if (type === 'uuid') return crypto.randomUUID()
  if (type.endsWith('[]')) return []
  if (type === 'bytea' && choices?.includes('= 32')) return `\\x${'00'.repeat(32)}`
  if (choices?.includes('^https://')) return 'https://made-up.example'
  return /'([^']+)'::text/.exec(choices ?? '')?.[1] ?? values[type] ?? 'x'
}

/** Gives an organisation a row in each table in which it has none, whatever the row refers to. */
export async function fillEveryTable(ward: TestOrganisation, tables: TenantTables) {
  for (const [table, columns] of tables) {
    const [some] = await ward.query(`select 1 from ${table} where organisation_id = $1 limit 1`, [ward.id])
    if (some) continue
    const needed = columns.filter(({ name, isNeeded, isWritable }) => isNeeded && isWritable && name !== 'organisation_id')
    const row = { organisation_id: ward.id, ...Object.fromEntries(needed.map((column) => [column.name, valueFor(column)])) }
    const names = Object.keys(row).join(', ')
    // Without the triggers that check references. Events are chained as always.
    const triggers = table === 'audit_events' ? 'origin' : 'replica'
    await ward.query(
      `with quiet as materialized (select set_config('session_replication_role', '${triggers}', true))
       insert into ${table} (${names}) select ${names} from quiet, jsonb_populate_record(null::${table}, $1::jsonb)`,
      [JSON.stringify(row)],
    )
  }
}
