import { pipeline } from 'node:stream/promises'

import { type RawBuilder, sql } from 'kysely'
import type pg from 'pg'
import { from as copyFrom, to as copyTo } from 'pg-copy-streams'

import { run, textOf } from './run-statement.sql.ts'

/**
 * A table with rows of an organisation. `columns`: without those that PostgreSQL computes. `isMoved`: which rows are those of the organisation to which
 * the transaction is bound.
 */
export type MovedTable = { name: string; columns: readonly string[]; isMoved: RawBuilder<boolean> }

/** The accounts with which the users of an organisation sign in. Every account belongs to one user at most. */
const itsAccounts = sql`(select a.id from accounts a join members m on m.subject = a.id::text where m.organisation_id = current_organisation())`

const whatIsMoved = {
  ofOrganisation: sql<boolean>`organisation_id = current_organisation()`,
  ofAccount: sql<boolean>`account_id in ${itsAccounts}`,
  organisations: sql<boolean>`id = current_organisation()`,
  accounts: sql<boolean>`id in ${itsAccounts}`,
}

/**
 * Every table with rows of an organisation, read from the catalogue, so that a table that is added later is moved as well: those that name an
 * organisation, the organisation itself, and those of the accounts of its users. Sessions of users stay behind, so users sign in again.
 */
export async function findMovedTables(client: pg.Client): Promise<MovedTable[]> {
  const { rows } = await client.query<{ name: string; columns: string[]; hasOrganisation: boolean; ofAccount: boolean }>(`
    select c.relname as name, array_agg(a.attname::text order by a.attnum) filter (where a.attgenerated = '') as columns,
      bool_or(a.attname = 'organisation_id') as "hasOrganisation",
      exists (select from pg_constraint k where k.conrelid = c.oid and k.contype = 'f' and k.confrelid = 'accounts'::regclass) as "ofAccount"
    from pg_class c join pg_attribute a on a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped
    where c.relnamespace = 'public'::regnamespace and c.relkind in ('r', 'p') and not c.relispartition
    group by c.oid, c.relname order by c.relname`)
  const { ofOrganisation, ofAccount: isOfAccount, organisations, accounts } = whatIsMoved
  const others: Record<string, RawBuilder<boolean>> = { organisations, accounts }
  return rows.flatMap(({ name, columns, hasOrganisation, ofAccount }) => {
    const isMoved = hasOrganisation ? ofOrganisation : ofAccount ? isOfAccount : others[name]
    return isMoved ? [{ name, columns, isMoved }] : []
  })
}

/** Binds the transaction of a connection to the organisation whose rows are moved. */
export const bindTo = (client: pg.Client, organisationId: string) =>
  client.query(`select set_config('app.organisation_id', $1, true)`, [organisationId])

const columnsOf = ({ columns }: MovedTable) => sql.join(columns.map((column) => sql.ref(column)))

/** Copies the rows of one table, by COPY on both sides. The order does not matter, because triggers and foreign keys are off meanwhile. */
export const copyTable = (source: pg.Client, target: pg.Client, table: MovedTable) =>
  pipeline(
    source.query(copyTo(textOf(sql`copy (select ${columnsOf(table)} from ${sql.table(table.name)} where ${table.isMoved}) to stdout`))),
    target.query(copyFrom(textOf(sql`copy ${sql.table(table.name)} (${columnsOf(table)}) from stdin`))),
  )

/** How many rows of a table an organisation has, and a sum over their content that does not depend on their order. */
export async function sumOfTable(client: pg.Client, table: MovedTable) {
  const { rows } = await run(
    client,
    sql<{ rows: number; sum: string }>`
      select count(*)::int as rows, coalesce(sum(hashtextextended(r::text, 0)::numeric), 0)::text as sum
      from (select ${columnsOf(table)} from ${sql.table(table.name)} where ${table.isMoved}) r`,
  )
  return rows[0]! // an aggregate returns one row
}

/** The names of foreign keys of these tables of which a row refers to nothing. Foreign keys were not checked when the rows were copied. */
export async function findBrokenReferences(client: pg.Client, tables: readonly MovedTable[]): Promise<string[]> {
  const { rows } = await client.query<{ name: string; child: string; parent: string; columns: string[]; referenced: string[] }>(
    `select k.conname as name, child.relname as child, parent.relname as parent,
       array(select a.attname::text from unnest(k.conkey) with ordinality as u(n, place)
         join pg_attribute a on a.attrelid = k.conrelid and a.attnum = u.n order by u.place) as columns,
       array(select a.attname::text from unnest(k.confkey) with ordinality as u(n, place)
         join pg_attribute a on a.attrelid = k.confrelid and a.attnum = u.n order by u.place) as referenced
     from pg_constraint k join pg_class child on child.oid = k.conrelid join pg_class parent on parent.oid = k.confrelid
     where k.contype = 'f' and k.connamespace = 'public'::regnamespace and k.conparentid = 0 order by k.conname`,
  )
  const broken: string[] = []
  for (const { name, child, parent, columns, referenced } of rows) {
    const table = tables.find((one) => one.name === child)
    if (!table) continue
    const pairs = columns.map((column, nth) => [sql.ref(`c.${column}`), sql.ref(`p.${referenced[nth]!}`)] as const)
    const isSet = pairs.map(([own]) => sql`${own} is not null`)
    const isThere = pairs.map(([own, other]) => sql`${other} = ${own}`)
    const found = await run(
      client,
      sql<object>`select from (select * from ${sql.table(child)} where ${table.isMoved}) c
        where ${sql.join(isSet, sql` and `)} and not exists (select from ${sql.table(parent)} p where ${sql.join(isThere, sql` and `)}) limit 1`,
    )
    if (found.rows.length > 0) broken.push(name)
  }
  return broken
}

/** Moves the sequences of these tables past the numbers of the rows that were copied, so that none is given again. */
export async function advanceSequences(client: pg.Client, tables: readonly MovedTable[]) {
  const { rows } = await client.query<{ table: string; column: string; sequence: string }>(
    `select c.relname as table, a.attname as column, s.relname as sequence
     from pg_class c join pg_attribute a on a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped
     join pg_class s on s.oid = pg_get_serial_sequence(quote_ident(c.relname), a.attname)::regclass
     where c.relnamespace = 'public'::regnamespace and c.relkind in ('r', 'p') and not c.relispartition`,
  )
  for (const { table, column, sequence } of rows) {
    const moved = tables.find(({ name }) => name === table)
    if (!moved) continue
    const { rows: highest } = await run(
      client,
      sql<{ number: string | null }>`select max(${sql.ref(column)})::text as number from ${sql.table(table)} where ${moved.isMoved}`,
    )
    // Asked again when the number is known: others take numbers meanwhile, and a sequence must never go back.
    await run(
      client,
      sql<object>`select setval(quote_ident(${sequence})::regclass, ${highest[0]!.number}::bigint)
        from ${sql.table(sequence)} where last_value < ${highest[0]!.number}::bigint`,
    )
  }
}

/** Switches triggers and foreign keys off for this session until its transaction ends: copied rows have their numbers, counts and hashes already. */
export const switchTriggersOff = (client: pg.Client) => client.query('set local session_replication_role = replica')
