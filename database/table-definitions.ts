import type pg from 'pg'

export type Definitions = {
  owner: string
  /** Its columns but the generated ones, quoted. */
  columns: string[]
  /** Storage parameters, such as the fill factor. Empty where all are PostgreSQL's own. */
  storage: string
  /**
   * The statements that drop what else depends on it: foreign keys that lead to it, its own among them, policies of other tables that look into it, and
   * functions that take or return its rows.
   */
  drop: string[]
  /** The statements that give a copy of its columns everything else, in an order in which they can run. */
  create: string[]
  /** The names of its indexes that PostgreSQL does not use, because their build was interrupted. */
  invalidIndexes: string[]
  /** All of it in words that can be compared. */
  compared: string[]
}

type Row = { kind: Kind; name: string; drop: string | null; text: string; statements: string[] }
type Kind =
  | 'identity'
  | 'key'
  | 'check'
  | 'index'
  | 'statistics'
  | 'foreign key'
  | 'reference'
  | 'trigger'
  | 'policy'
  | 'other policy'
  | 'right'
  | 'function'

/** The order of creation: a foreign key needs the unique key that it leads to, and a trigger would run during the copy. */
const order: Kind[] = [
  'identity',
  'key',
  'check',
  'index',
  'statistics',
  'foreign key',
  'reference',
  'function',
  'trigger',
  'policy',
  'other policy',
  'right',
]

/** Reads the definitions of a table from the catalogue (PostgreSQL, chapter 53), as statements that create them again. */
export async function definitionsOf(client: pg.ClientBase, table: string): Promise<Definitions> {
  const { rows: tables } = await client.query<{
    owner: string
    columns: string[]
    storage: string
    table: string
    comparedColumns: string[]
    invalidIndexes: string[]
  }>(
    `select quote_ident(pg_get_userbyid(relowner)) as owner, array_to_string(reloptions, ', ') as storage,
      array(select indexrelid::regclass::text from pg_index where indrelid = c.oid and not indisvalid) as "invalidIndexes",
      format('row security %s, forced %s, tablespace %s, replica identity %s, comment %s, TOAST %s, publications %s', relrowsecurity, relforcerowsecurity,
        reltablespace, relreplident, obj_description(c.oid, 'pg_class'), (select reloptions from pg_class where oid = c.reltoastrelid),
        array(select pubname from pg_publication_rel r join pg_publication p on p.oid = r.prpubid where r.prrelid = c.oid order by 1)) as table,
      (select array_agg(quote_ident(attname) order by attnum) from pg_attribute
       where attrelid = c.oid and attnum > 0 and not attisdropped and attgenerated = '') as columns,
      (select array_agg(format('column %s: %s %s %s %s %s %s %s %s %s', attname, format_type(atttypid, atttypmod), attcollation::regcollation,
         attnotnull, attgenerated, pg_get_expr(adbin, adrelid), attstorage, attcompression, nullif(attstattarget, -1),
         array(select option from unnest(attoptions) option where option like 'n\\_distinct%')) order by attnum)
       from pg_attribute left join pg_attrdef on adrelid = attrelid and adnum = attnum
       where attrelid = c.oid and attnum > 0 and not attisdropped) as "comparedColumns"
     from pg_class c where c.oid = to_regclass($1)`,
    [table],
  )
  const [found] = tables
  if (!found) throw new Error(`There is no table ${table}`)
  const { rows: others } = await client.query<Row>(definitions, [table])
  const rows = [...others, ...(await identitiesOf(client, table))]
  const sorted = rows.toSorted((one, other) => order.indexOf(one.kind) - order.indexOf(other.kind))
  return {
    owner: found.owner,
    columns: found.columns,
    storage: found.storage ?? '',
    drop: sorted.flatMap(({ drop }) => drop ?? []),
    create: [...sorted.flatMap(({ statements }) => statements), `alter table ${table} enable row level security, force row level security`],
    invalidIndexes: found.invalidIndexes,
    compared: [...found.comparedColumns, found.table, ...rows.map(({ kind, name, text }) => `${kind} ${name}: ${withoutBrackets(text)}`)],
  }
}

/** The columns that number their rows, with the numbers that come next: only the sequence itself knows them. */
async function identitiesOf(client: pg.ClientBase, table: string) {
  const { rows: columns } = await client.query<{ column: string; sequence: string; kind: string; options: string; rights: string[] }>(
    `select quote_ident(attname) as column, pg_get_serial_sequence($1, attname)::regclass::text as sequence,
      case attidentity when 'a' then 'always' else 'by default' end as kind,
      array(select format('grant %s on sequence %s to %I', x.privilege_type, c.oid::regclass, pg_get_userbyid(x.grantee))
        from pg_class c cross join lateral aclexplode(c.relacl) x where c.oid = seqrelid and x.grantee not in (0, c.relowner)) as rights,
      format('%s, increment %s, from %s to %s, cache %s, cycle %s, rights %s', format_type(seqtypid, null), seqincrement, seqmin, seqmax, seqcache,
        seqcycle, (select relacl from pg_class where oid = seqrelid)) as options
     from pg_attribute join pg_sequence on seqrelid = pg_get_serial_sequence($1, attname)::regclass
     where attrelid = to_regclass($1) and attidentity <> ''`,
    [table],
  )
  return Promise.all(
    columns.map(async ({ column, sequence, kind, options, rights }): Promise<Row> => {
      const { rows } = await client.query<{ last: string; isUsed: boolean }>(
        `select last_value::text as last, is_called as "isUsed" from ${sequence}`,
      )
      const { last, isUsed } = rows[0]! // a sequence has one row
      return {
        kind: 'identity',
        name: column,
        drop: null,
        text: `${kind} ${sequence} ${options} at ${last} ${isUsed}`,
        statements: [
          `alter table ${table} alter ${column} add generated ${kind} as identity (sequence name ${sequence})`,
          `select setval('${sequence}', ${last}, ${isUsed})`,
          ...rights,
        ],
      }
    }),
  )
}

/** PostgreSQL writes fewer brackets for a condition that it has read from its own text. */
const withoutBrackets = (text: string) => text.replaceAll(/[()\s]+/g, ' ')

/**
 * Every name is quoted by PostgreSQL itself. The rows of partitions are left out (conparentid). Checks are copied with the columns, and the copy of the rows
 * makes all of them valid.
 */
const definitions = `
  with t as (select oid, reltype, relname, relowner, relacl from pg_class where oid = to_regclass($1))
  select case contype when 'f' then 'foreign key' else 'key' end as kind, conname::text as name, null as drop, pg_get_constraintdef(k.oid) as text,
      array[format('alter table %I add constraint %I %s', t.relname, conname, pg_get_constraintdef(k.oid))] as statements
    from t join pg_constraint k on k.conrelid = t.oid and k.conparentid = 0 and (contype in ('p', 'u', 'x') or (contype = 'f' and confrelid <> t.oid))
  union all
  select 'reference', k.conrelid::regclass || '.' || conname, format('alter table %s drop constraint %I', k.conrelid::regclass, conname),
      pg_get_constraintdef(k.oid), array[format('alter table %s add constraint %I %s', k.conrelid::regclass, conname, pg_get_constraintdef(k.oid))]
    from t join pg_constraint k on k.confrelid = t.oid and k.conparentid = 0 and contype = 'f'
  union all
  select 'check', conname, null, replace(pg_get_constraintdef(k.oid), ' NOT VALID', ''), '{}' from t join pg_constraint k on k.conrelid = t.oid and contype = 'c'
  union all
  select 'index', i.indexrelid::regclass::text, null, replace(pg_get_indexdef(i.indexrelid), ' ON ONLY ', ' ON '),
      array[pg_get_indexdef(i.indexrelid)]
    from t join pg_index i on i.indrelid = t.oid
    where not exists (select from pg_constraint k where k.conindid = i.indexrelid and k.conrelid = t.oid and k.contype in ('p', 'u', 'x'))
  union all
  select 'statistics', stxname, null, concat(pg_get_statisticsobjdef(e.oid), nullif(e.stxstattarget, -1)), array[pg_get_statisticsobjdef(e.oid)]
    from t join pg_statistic_ext e on e.stxrelid = t.oid
  union all
  select 'trigger', tgname, null, tgenabled::text || ' ' || pg_get_triggerdef(g.oid),
      array[pg_get_triggerdef(g.oid)] || case tgenabled when 'O' then '{}' else array[format('alter table %I %s trigger %I', t.relname,
        case tgenabled when 'D' then 'disable' when 'R' then 'enable replica' else 'enable always' end, tgname)] end
    from t join pg_trigger g on g.tgrelid = t.oid and not tgisinternal
  union all
  select case when d.isOwn then 'policy' else 'other policy' end, d.name,
      case when not d.isOwn then format('drop policy %I on %I', p.policyname, p.tablename) end,
      format('%s %s %s %s %s', permissive, roles, cmd, qual, with_check),
      array[format('create policy %I on %I as %s for %s to %s', p.policyname, p.tablename, permissive, cmd,
          array_to_string(array(select quote_ident(r) from unnest(roles) r), ', '))
        || coalesce(' using (' || qual || ')', '') || coalesce(' with check (' || with_check || ')', '')]
    from (
      select p.oid, true as isOwn, polname::text as name from t join pg_policy p on p.polrelid = t.oid
      union
      select p.oid, false, p.polrelid::regclass || '.' || polname from t join pg_depend x on x.refobjid = t.oid and x.classid = 'pg_policy'::regclass
        join pg_policy p on p.oid = x.objid and p.polrelid <> t.oid) d
    join pg_policy o on o.oid = d.oid join pg_class c on c.oid = o.polrelid
    join pg_policies p on p.schemaname = 'public' and p.tablename = c.relname and p.policyname = o.polname
  union all
  select 'right', r.grantee || ' ' || r.privilege || coalesce(' ' || r.attname, ''), null, r.is_grantable::text,
      array[format('grant %s%s on %I to %s%s', r.privilege, case when r.attname is null then '' else format(' (%I)', r.attname) end, t.relname,
        r.grantee, case when r.is_grantable then ' with grant option' else '' end)]
    from t cross join lateral (
      select null as attname, x.privilege_type as privilege, x.is_grantable, case x.grantee when 0 then 'public' else quote_ident(pg_get_userbyid(x.grantee)) end as grantee
        from aclexplode(t.relacl) x where x.grantee <> t.relowner
      union all
      select a.attname, x.privilege_type, x.is_grantable, case x.grantee when 0 then 'public' else quote_ident(pg_get_userbyid(x.grantee)) end
        from pg_attribute a cross join lateral aclexplode(a.attacl) x where a.attrelid = t.oid and x.grantee <> t.relowner) r
  union all
  select 'function', p.oid::regprocedure::text, format('drop function %s', p.oid::regprocedure), pg_get_functiondef(p.oid) || array(
        select x.grantee::regrole::text from aclexplode(coalesce(p.proacl, acldefault('f', p.proowner))) x order by 1)::text,
      array[pg_get_functiondef(p.oid), format('revoke execute on function %s from public', p.oid::regprocedure)] || array(
        select format('grant execute on function %s to %s', p.oid::regprocedure, case x.grantee when 0 then 'public' else quote_ident(pg_get_userbyid(x.grantee)) end)
        from aclexplode(coalesce(p.proacl, acldefault('f', p.proowner))) x where x.grantee <> p.proowner)
    from t join pg_proc p on p.pronamespace = 'public'::regnamespace and (p.prorettype = t.reltype or t.reltype = any(p.proargtypes)
      or exists (select from pg_type y where y.typelem = t.reltype and (y.oid = p.prorettype or y.oid = any(p.proargtypes))))`
