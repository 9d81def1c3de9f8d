import { readdirSync, readFileSync } from 'node:fs'

import pg from 'pg'
import { describe, expect, inject, test } from 'vitest'

async function ask<T extends Record<string, unknown>>(text: string, url = inject('postgresUrl')) {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  const { rows } = await client.query<T>(text)
  await client.end()
  return rows
}

/** Made by our migrations, not by an extension or the queue. */
const ours = `n.nspname = 'public' and not exists (select from pg_depend d where d.objid = p.oid and d.deptype = 'e')`

describe('The structure of the database', () => {
  test('the rights of the application in the database: privileges, policies and functions, to be reviewed when they change (ORG-7, SAFE-2)', async () => {
    const tables = await ask<{ line: string }>(`
    select c.relname || ': ' || coalesce(string_agg(distinct lower(a.privilege_type), ', ' order by lower(a.privilege_type)), '-') as line
    from pg_class c join pg_namespace n on n.oid = c.relnamespace and n.nspname = 'public'
    cross join lateral aclexplode(coalesce(c.relacl, acldefault('r', c.relowner))) a join pg_roles r on r.oid = a.grantee and r.rolname = 'formward_app'
    where c.relkind in ('r', 'p', 'v', 'm', 'S') group by c.relname order by 1`)
    const columns = await ask<{ line: string }>(`
    select c.relname || ': cannot read ' || string_agg(a.attname, ', ' order by a.attnum) as line
    from pg_class c join pg_attribute a on a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped
    where c.relnamespace = 'public'::regnamespace and c.relkind in ('r', 'p')
      and has_any_column_privilege('formward_app', c.oid, 'select') and not has_column_privilege('formward_app', c.oid, a.attnum, 'select')
    group by c.relname order by 1`)
    const changeable = await ask<{ line: string }>(`
    select t.tgrelid::regclass || ': ' || array_to_string(trim_array(string_to_array(encode(t.tgargs, 'escape'), '\\000'), 1), ', ') as line
    from pg_trigger t where t.tgfoid = 'allow_changes_of'::regproc and t.tgparentid = 0 and t.tgenabled = 'O' order by 1`)
    const policies = await ask<{ line: string }>(`
    select tablename || '.' || policyname || ' (' || lower(permissive) || ', ' || lower(cmd) || '): ' ||
      regexp_replace(coalesce(qual, '-') || case when with_check is distinct from qual and with_check is not null then ' with check ' || with_check else '' end, '\\s+', ' ', 'g') as line
    from pg_policies where schemaname = 'public' and policyname <> 'isolation' order by 1`)
    const functions = await ask<{ line: string }>(`
    select p.proname || '(' || pg_get_function_identity_arguments(p.oid) || ')' ||
      case when p.prosecdef then ' as its owner' else '' end || case when has_function_privilege('formward_app', p.oid, 'execute') then '' else ' not for the application' end as line
    from pg_proc p join pg_namespace n on n.oid = p.pronamespace
    where ${ours} and p.prorettype <> 'trigger'::regtype order by 1`)
    const lines = (title: string, rows: { line: string }[]) => [title, ...rows.map(({ line }) => `  ${line}`), '']

    await expect(
      [
        ...lines('Privileges of the application', tables),
        ...lines('Columns that the application cannot read', columns),
        ...lines('Columns that the application can change, where it cannot change the others', changeable),
        ...lines('Policies besides isolation by organisation', policies),
        ...lines('Functions', functions),
      ].join('\n'),
    ).toMatchFileSnapshot('what-the-application-may.txt')
  })

  test('a function that runs as its owner resolves names only where nobody else can create any, and is not for everyone (ORG-7)', async () => {
    const open = await ask(`
    select p.proname from pg_proc p join pg_namespace n on n.oid = p.pronamespace
    where ${ours} and p.prosecdef and (coalesce(array_to_string(p.proconfig, ','), '') !~ 'search_path=.*pg_temp$'
      or (p.prorettype <> 'trigger'::regtype and exists (select from aclexplode(coalesce(p.proacl, acldefault('f', p.proowner))) a where a.grantee = 0)))`)
    const creatable = await ask(`select 1 where has_schema_privilege('formward_app', 'public', 'create')`)

    expect(open).toEqual([])
    expect(creatable, 'the application can put nothing before what the owner means').toEqual([])
  })

  test('new ids grow with time, in every table, as UUIDs of version 7 (PERF-2)', async () => {
    const random = await ask(`
    select d.adrelid::regclass::text as place from pg_attrdef d join pg_class c on c.oid = d.adrelid and c.relnamespace = 'public'::regnamespace
    where pg_get_expr(d.adbin, d.adrelid) like '%gen_random_uuid()%'`)
    const [made] = await ask<{ before: number; first: string; second: string; after: number }>(`
    select (extract(epoch from clock_timestamp()) * 1000)::bigint::float8 as before, time_ordered_id()::text as first,
      pg_sleep(0.002)::text as pause, time_ordered_id()::text as second, (extract(epoch from clock_timestamp()) * 1000)::bigint::float8 as after`)
    const { before, first, second, after } = made!
    const msOf = (id: string) => Number.parseInt(id.replaceAll('-', '').slice(0, 12), 16)

    expect(random).toEqual([])
    for (const id of [first, second]) expect(id).toMatch(/^[\da-f]{8}-[\da-f]{4}-7[\da-f]{3}-[89ab][\da-f]{3}-[\da-f]{12}$/)
    expect([before, msOf(first), msOf(second), after]).toEqual([before, msOf(first), msOf(second), after].toSorted((a, b) => a - b))
    expect(msOf(second)).toBeGreaterThan(msOf(first))
  })

  test('a view runs with the rights of its caller (ORG-7)', async () => {
    const views = await ask(`
    select c.relname from pg_class c join pg_namespace n on n.oid = c.relnamespace and n.nspname = 'public'
    where (c.relkind = 'v' and not coalesce(c.reloptions @> '{security_invoker=true}', false)) or c.relkind = 'm'`)

    expect(views).toEqual([])
  })

  test('every reference between rows of organisations carries the organisation, so that none can point into another (ORG-7)', async () => {
    const loose = await ask(`
    select k.conrelid::regclass::text || ' → ' || k.confrelid::regclass::text as reference from pg_constraint k
    join pg_attribute a on a.attrelid = k.conrelid and a.attname = 'organisation_id'
    join pg_attribute b on b.attrelid = k.confrelid and b.attname = 'organisation_id'
    where k.contype = 'f' and not exists (
      select from unnest(k.conkey, k.confkey) as pair(one, other) where pair.one = a.attnum and pair.other = b.attnum)`)

    expect(loose).toEqual([])
  })

  test('unique values are unique within their organisation; only values that are assigned globally are unique across all (ORG-7)', async () => {
    const everywhere = await ask<{ index: string }>(`
    select i.indexrelid::regclass::text as index from pg_index i
    join pg_class c on c.oid = i.indrelid join pg_namespace n on n.oid = c.relnamespace and n.nspname = 'public'
    join pg_attribute a on a.attrelid = i.indrelid and a.attname = 'organisation_id'
    where i.indisunique and i.indkey[0] <> a.attnum order by 1`)

    // Whoever signs in is known before their organisation is; a link is found by the hash of its token or code.
    expect(everywhere.map(({ index }) => index)).toEqual(globallyUnique)
  })
  const globallyUnique = ['members_email', 'members_subject_key', 'patient_links_code_hash_key', 'patient_links_token_hash_key']

  test('what a distributed engine such as Citus would not take, to be reviewed when it changes (OPS-5)', async () => {
    const policies = await ask<{ line: string }>(`
    select tablename || ': ' || string_agg(policyname, ', ' order by policyname) as line from pg_policies
    where schemaname = 'public' and (coalesce(qual, '') ilike '%select%' or coalesce(with_check, '') ilike '%select%') group by tablename order by 1`)
    const columnRights = await ask<{ line: string }>(`
    select a.attrelid::regclass || ': ' || string_agg(a.attname, ', ' order by a.attnum) as line
    from pg_attribute a join pg_class c on c.oid = a.attrelid and c.relnamespace = 'public'::regnamespace
    where a.attacl is not null and not a.attisdropped
      and exists (select from pg_attribute o where o.attrelid = c.oid and o.attname = 'organisation_id') group by a.attrelid order by 1`)
    const ofRows = await ask<{ line: string }>(`
    select p.oid::regprocedure::text as line from pg_proc p join pg_namespace n on n.oid = p.pronamespace
    where ${ours} and exists (select from unnest(p.proargtypes::oid[]) t join pg_class c on c.reltype = t) order by 1`)
    const triggers = await ask<{ line: string }>(`
    select t.tgrelid::regclass || ': ' || string_agg(t.tgname, ', ' order by t.tgname) as line
    from pg_trigger t join pg_class c on c.oid = t.tgrelid and c.relnamespace = 'public'::regnamespace and not c.relispartition
    where not t.tgisinternal group by t.tgrelid order by 1`)
    const lines = (title: string, rows: { line: string }[]) => [title, ...rows.map(({ line }) => `  ${line}`), '']

    await expect(
      [
        ...lines(
          'Unique over all organisations',
          globallyUnique.map((line) => ({ line })),
        ),
        ...lines('Policies that ask another table or a function in a sub-query', policies),
        ...lines('Rights to single columns of a table of organisations', columnRights),
        ...lines('Functions over a row of a table', ofRows),
        ...lines('Triggers', triggers),
      ].join('\n'),
    ).toMatchFileSnapshot('not-for-a-distributed-engine.txt')
  })

  test('no statement is built from text: values are always parameters (ORG-7, SAFE-2)', () => {
    const files = readdirSync('server', { recursive: true, encoding: 'utf8' }).filter((file) => /(?<!\.test)\.ts$/.test(file))
    const offenders = files.flatMap((file) => {
      const text = readFileSync(`server/${file}`, 'utf8')
      const raw = [...text.matchAll(/sql\.raw\((.*)/g)].filter(([, inside]) => !/^\w+\.startsWith\('-'\) \? '\w+' : '\w+'\)/.test(inside!))
      // Plain strings that are queries and hold a place for something.
      const built = [
        ...text.matchAll(/(?<!sql)(?<!sql<[^`]{0,200}>)`\s*(?:select|insert into|update \w+ set|delete from|set_config)\b[^`]*\$\{/gi),
      ]
      // What isolation hangs on: the setting is named here, and its value is a parameter.
      const bound = [
        ...text.matchAll(
          /set_config\((?!'synchronous_commit', 'off', true\)|'plan_cache_mode', '\w+', true\)|'app\.\w+', (?:\$\d|\$\{\w+\}), true\)).*/g,
        ),
      ]
      return [...raw, ...built, ...bound].map(([found]) => `${file}: ${found.slice(0, 80)}`)
    })

    expect(offenders).toEqual([])
  })
})
