import { readdirSync, readFileSync } from 'node:fs'

import pg from 'pg'
import { expect, inject, test } from 'vitest'

import { normaliseName } from '#domain/patient-match.ts'
import { nameKeyOf } from '#domain/patient-name.ts'

async function ask<T extends Record<string, unknown>>(text: string, url = inject('postgresUrl')) {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  const { rows } = await client.query<T>(text)
  await client.end()
  return rows
}

/** Made by our migrations, not by an extension or the queue. */
const ours = `n.nspname = 'public' and not exists (select from pg_depend d where d.objid = p.oid and d.deptype = 'e')`

test('ORG-7 SAFE-2 what the application may do in the database: privileges, policies and functions, to be read when it changes', async () => {
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
      ...lines('Policies besides isolation by organisation', policies),
      ...lines('Functions', functions),
    ].join('\n'),
  ).toMatchFileSnapshot('what-the-application-may.txt')
})

test('ORG-7 a function that runs as its owner looks names up where nobody else can put any, and is not for everyone', async () => {
  const open = await ask(`
    select p.proname from pg_proc p join pg_namespace n on n.oid = p.pronamespace
    where ${ours} and p.prosecdef and (coalesce(array_to_string(p.proconfig, ','), '') !~ 'search_path=.*pg_temp$'
      or (p.prorettype <> 'trigger'::regtype and exists (select from aclexplode(coalesce(p.proacl, acldefault('f', p.proowner))) a where a.grantee = 0)))`)
  const creatable = await ask(`select 1 where has_schema_privilege('formward_app', 'public', 'create')`)

  expect(open).toEqual([])
  expect(creatable, 'the application can put nothing before what the owner means').toEqual([])
})

test('ORG-7 a view asks with the rights of whoever looks', async () => {
  const views = await ask(`
    select c.relname from pg_class c join pg_namespace n on n.oid = c.relnamespace and n.nspname = 'public'
    where (c.relkind = 'v' and not coalesce(c.reloptions @> '{security_invoker=true}', false)) or c.relkind = 'm'`)

  expect(views).toEqual([])
})

test('ORG-7 every reference between rows of organisations carries the organisation, so that none can point into another', async () => {
  const loose = await ask(`
    select k.conrelid::regclass::text || ' → ' || k.confrelid::regclass::text as reference from pg_constraint k
    join pg_attribute a on a.attrelid = k.conrelid and a.attname = 'organisation_id'
    join pg_attribute b on b.attrelid = k.confrelid and b.attname = 'organisation_id'
    where k.contype = 'f' and not exists (
      select from unnest(k.conkey, k.confkey) as pair(one, other) where pair.one = a.attnum and pair.other = b.attnum)`)

  expect(loose).toEqual([])
})

test('ORG-7 what must be unique is so within its organisation: outside it stand only names that are given out once for all', async () => {
  const everywhere = await ask<{ index: string }>(`
    select i.indexrelid::regclass::text as index from pg_index i
    join pg_class c on c.oid = i.indrelid join pg_namespace n on n.oid = c.relnamespace and n.nspname = 'public'
    join pg_attribute a on a.attrelid = i.indrelid and a.attname = 'organisation_id'
    where i.indisunique and i.indkey[0] <> a.attnum order by 1`)

  // Whoever signs in is known before their organisation is; a link is found by its hash.
  expect(everywhere.map(({ index }) => index)).toEqual(globallyUnique)
})
const globallyUnique = ['members_email', 'members_subject_key', 'patient_links_token_hash_key']

test('ORG-7 SAFE-2 no statement is put together from text: what comes from outside is always a parameter', () => {
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

test('RUN-7 REQ-1 PAT-1 an owner whom isolation holds, too, brings a database with rows in it up to date: wards, names and counts are made from what was there', async () => {
  const { url, run, files, organisation: inWard } = await databaseOfPlainOwner('plain')
  await run(files.filter((name) => name < '0031'))
  await ask(
    `insert into organisations (id, name, ods_code) values (current_organisation(), 'St Elsewhere', 'PLAIN');
    insert into wards (name) values ('4B');
    insert into patients (first_name, last_name, name_key, date_of_birth, ward_id) select 'Ada', 'Byron', 'byron ada', '1980-12-10', id from wards;
    insert into forms (title) values ('PHQ-9');
    insert into form_versions (form_id, version, title, definition) select id, 1, title, '{}' from forms;
    insert into form_requests (patient_id, form_id, form_version, notification_method, expires_at, patient_name_key)
    select p.id, f.id, 1, 'email', now() + interval '28 days', p.name_key from patients p, forms f`,
    inWard,
  )
  await run(files.filter((name) => name > '0031'))

  const made = await ask(
    `select (select count(*)::int from form_requests r join patients p on p.id = r.patient_id and p.ward_id = r.ward_id) as "onTheirWard",
      (select count(*)::int from patient_words) as words, (select sum(patients)::int from patient_counts) as patients,
      (select sum(count)::int from form_request_counts where narrowed_by = '' and grouped_by = '') as requests`,
    inWard,
  )
  expect(made).toEqual([{ onTheirWard: 1, words: 2, patients: 1, requests: 1 }])
  expect(await ask('select relname from pg_class where relrowsecurity and not relforcerowsecurity', url)).toEqual([])
  await expect(ask('select rebuild_form_request_counts()', url)).rejects.toThrow('row-level security')
})

test('a message that an earlier version kept in the outbox and called sent is kept after the migration (NOT-7)', async () => {
  const { run, files, organisation } = await databaseOfPlainOwner('outbox')
  await run(files.filter((name) => name < '0045'))
  await ask(
    `insert into organisations (id, name, ods_code) values (current_organisation(), 'St Elsewhere', 'OUTBOX');
    insert into patients (first_name, last_name, name_key, date_of_birth) values ('Ada', 'Byron', 'byron ada', '1980-12-10');
    insert into forms (title) values ('PHQ-9');
    insert into form_versions (form_id, version, title, definition) select id, 1, title, '{}' from forms;
    insert into form_requests (patient_id, form_id, form_version, notification_method, expires_at, patient_name_key, pathway_id, notified_at)
    select p.id, f.id, 1, 'email', now() + interval '28 days', p.name_key, way, now()
    from patients p, forms f, unnest(array['kept', 'sent']) as way;
    insert into notifications (request_id, category, method, status, sent_at) select id, 'request_created', 'email', 'sent', now() from form_requests;
    insert into form_request_events (request_id, kind, actor_kind, detail)
    select request_id, 'sent', 'worker', jsonb_build_object('notificationId', id) from notifications;
    insert into outbox_messages (notification_id, method, recipient, body)
    select n.id, 'email', 'ada@example.com', 'Hello' from notifications n join form_requests r on r.id = n.request_id and r.pathway_id = 'kept'`,
    organisation,
  )
  await run(files.filter((name) => name > '0045'))

  const rows = await ask(
    `select r.pathway_id as way, n.status, n.sent_at is not null as is_sent, e.kind, r.notified_at is not null as is_told
    from form_requests r join notifications n on n.request_id = r.id join form_request_events e on e.request_id = r.id order by 1`,
    organisation,
  )
  expect(rows).toEqual([
    { way: 'kept', status: 'kept', is_sent: false, kind: 'kept', is_told: false },
    { way: 'sent', status: 'sent', is_sent: true, kind: 'sent', is_told: true },
  ])
})

test('names and local patient IDs from before the migration are found as those of today (PAT-1, REQ-1)', async () => {
  const { run, files, organisation } = await databaseOfPlainOwner('names')
  await run(files.filter((name) => name < '0051'))
  const people = [
    ['Ada', 'Byron'],
    ['Zoë', "O'Brien"],
    ['Anna–Maria', 'de la Cruz'],
    ['Mary Jane', 'Mc Donald-Smith'],
    ['José (Pepe)', 'García, Jr.'],
    ['Łukasz', 'Wiśniewski Nowak'],
    ['李', '小龙'],
  ] as const
  // As the key was made by then.
  const oldKey = (first: string, last: string) => normaliseName(`${last} ${first}`)
  const quoted = (text: string) => `'${text.replaceAll("'", "''")}'`
  const values = people.map(
    ([first, last], nth) => `(${[first, last, oldKey(first, last), '1980-12-10', `Id-${nth}`].map(quoted).join(', ')})`,
  )
  await ask(
    `insert into organisations (id, name, ods_code) values (current_organisation(), 'St Elsewhere', 'NAMES');
    insert into patients (first_name, last_name, name_key, date_of_birth, local_patient_id) values ${values.join(', ')};
    update patients set updated_at = now();
    insert into forms (title) values ('PHQ-9');
    insert into form_versions (form_id, version, title, definition) select id, 1, title, '{}' from forms;
    insert into form_requests (patient_id, form_id, form_version, notification_method, expires_at, patient_name_key)
    select p.id, f.id, 1, 'email', now() + interval '28 days', p.name_key from patients p, forms f`,
    organisation,
  )
  const changed = () =>
    ask(
      'select max(updated_at)::text as at from (select updated_at from patients union all select updated_at from form_requests) u',
      organisation,
    )
  const before = await changed()
  await run(files.filter((name) => name >= '0051'))

  const rows = await ask<{ first: string; last: string; key: string; copied: string; words: string[]; id: string }>(
    `select p.first_name as first, p.last_name as last, p.name_key as key, r.patient_name_key as copied, p.local_patient_id_key as id,
      (select array_agg(w.word) from patient_words w where w.patient_id = p.id and w.name_key = p.name_key) as words
    from patients p join form_requests r on r.patient_id = p.id order by p.local_patient_id_key`,
    organisation,
  )
  expect(rows.map(({ key, copied, id }) => [key, copied, id])).toEqual(
    people.map(([first, last], nth) => [nameKeyOf(first, last), nameKeyOf(first, last), `id-${nth}`]),
  )
  expect(rows[2]!.words.toSorted()).toEqual(['annamaria', 'cruz', 'delacruz', 'lacruz', 'maria'])
  expect(await changed(), 'nobody changed a patient').toEqual(before)
})

test('wrong dates of birth count on, and system administrators need a second factor, after the migration of any owner (PTN-2, SIGN-9)', async () => {
  const { url, run, files, organisation } = await databaseOfPlainOwner('counted')
  await run(files.filter((name) => name < '0050'))
  await ask(
    `insert into organisations (id, name, ods_code) values (current_organisation(), 'St Elsewhere', 'COUNTED');
    insert into patients (first_name, last_name, name_key, date_of_birth) values ('Ada', 'Byron', 'byron ada', '1980-12-10');
    insert into forms (title) values ('PHQ-9');
    insert into form_versions (form_id, version, title, definition) select id, 1, title, '{}' from forms;
    insert into form_requests (patient_id, form_id, form_version, notification_method, expires_at, patient_name_key)
    select p.id, f.id, 1, 'email', now() + interval '28 days', p.name_key from patients p, forms f;
    insert into patient_links (request_id, token_hash, wrong_attempts) select id, '\\x01', 4 from form_requests`,
    organisation,
  )
  await run(files.filter((name) => name >= '0050'))

  expect(await ask('select wrong_in_all from patient_links', organisation)).toEqual([{ wrong_in_all: 4 }])
  const system = `${url}?options=${encodeURIComponent('-c app.organisation_id=00000000-0000-0000-0000-000000000000')}`
  const required =
    'select second_factor_required as is_required, second_factor_from = current_date + 14 as in_time from organisations where is_system'
  expect(await ask(required, system)).toEqual([{ is_required: true, in_time: true }])
  expect(await ask('select relname from pg_class where relrowsecurity and not relforcerowsecurity', url)).toEqual([])
})

/** A database as the README asks for it: its owner may create roles and is no superuser, so row-level security holds for them too. */
async function databaseOfPlainOwner(name: string) {
  const roles = await ask("select from pg_roles where rolname = 'plain_owner'")
  if (roles.length === 0) await ask('create role plain_owner login createrole')
  await ask('grant formward_app to plain_owner with admin option')
  await ask(`create database ${name} owner plain_owner`)
  const url = inject('postgresUrl').replace('postgres@', 'plain_owner@').replace('/formward', `/${name}`)
  return {
    url,
    /** The same, bound to one organisation. */
    organisation: `${url}?options=${encodeURIComponent('-c app.organisation_id=11111111-1111-4111-8111-111111111111')}`,
    files: readdirSync('database/migrations').sort(),
    run: async (names: string[]) => {
      for (const each of names) await ask(readFileSync(`database/migrations/${each}`, 'utf8'), url)
    },
  }
}
