import { readdirSync, readFileSync } from 'node:fs'

import pg from 'pg'
import { describe, expect, inject, test } from 'vitest'

import { contract } from '#contract/index.ts'
import { serviceAddress, type Route } from '#contract/route.ts'
import { clientPermissions, permissionsOf, roles } from '#domain/roles.ts'

import { tablesFile, tablesOf } from '../scripts/generate-tables.ts'

const everyRoute: Route[] = Object.values(contract).flatMap((group) => Object.values(group))

async function ask<T extends Record<string, unknown>>(text: string) {
  const client = new pg.Client({ connectionString: inject('postgresUrl') })
  await client.connect()
  const { rows } = await client.query<T>(text)
  await client.end()
  return rows
}

const filesIn = (folder: string) => readdirSync(folder, { recursive: true, encoding: 'utf8' }).filter((file) => /\.tsx?$/.test(file))

describe('Rules of the structure', () => {
  test('every table that belongs to an organisation is isolated by force, even from its owner (ORG-7)', async () => {
    const open = await ask(`
    select c.relname from pg_class c join pg_namespace n on n.oid = c.relnamespace and n.nspname = 'public'
    where c.relkind in ('r', 'p') and not (c.relrowsecurity and c.relforcerowsecurity)
      and (c.relname = 'organisations' or exists (select from pg_attribute a where a.attrelid = c.oid and a.attname = 'organisation_id'))`)
    const unkeyed = await ask(`
    select c.relname from pg_class c join pg_namespace n on n.oid = c.relnamespace and n.nspname = 'public'
    join pg_attribute a on a.attrelid = c.oid and a.attname = 'organisation_id'
    join pg_index i on i.indrelid = c.oid and i.indisprimary
    where c.relkind in ('r', 'p') and i.indkey[0] <> a.attnum`)

    expect(open).toEqual([])
    expect(unkeyed, 'the organisation leads every key, so that spreading over machines stays a matter of configuration').toEqual([])
  })

  test('every policy that opens rows names the organisation, or the one key it opens (ORG-7)', async () => {
    const unnamed = await ask(`
    select tablename, policyname from pg_policies where schemaname = 'public' and permissive = 'PERMISSIVE'
      and coalesce(qual, '') || coalesce(with_check, '') !~ 'app\\.(organisation_id|key|member_id)|current_organisation'`)

    expect(unnamed).toEqual([])
  })

  test('the application owns no table and may not change or delete the audit log (AUD-3)', async () => {
    const owned = await ask(`select tablename from pg_tables where schemaname = 'public' and tableowner = 'formward_app'`)
    const may = await ask(`
    select distinct privilege_type from information_schema.role_column_grants
    where table_name in ('audit_events', 'audit_checkpoints') and grantee = 'formward_app' order by 1`)
    const more = await ask(`
    select privilege_type from information_schema.role_table_grants
    where table_name in ('audit_events', 'audit_checkpoints') and grantee = 'formward_app' and privilege_type not in ('INSERT', 'SELECT')`)
    const archive = await ask(`
    select distinct privilege_type from information_schema.role_column_grants
    where table_name = 'archived_audit_ranges' and grantee = 'formward_app'`)
    const role = await ask(`select rolsuper, rolbypassrls from pg_roles where rolname = 'formward_app'`)

    expect(owned).toEqual([])
    expect(may.map(({ privilege_type }) => privilege_type)).toEqual(['INSERT', 'SELECT'])
    expect(more).toEqual([])
    expect(archive, 'what is in the archive is for the owner alone to say').toEqual([{ privilege_type: 'SELECT' }])
    expect(role).toEqual([{ rolsuper: false, rolbypassrls: false }])
  })

  test('permissions: role by endpoint, with the required permission and whether a recent sign-in is required (ROLE-2)', async () => {
    const mark = ({ permission }: Route, role: (typeof roles)[number]) => {
      if (permission === 'signed in') return 'yes'
      if (permission === 'signed address') return 'sig'
      return permission.some((one) => permissionsOf(role).includes(one)) ? 'yes' : '-'
    }
    const addressOf = ({ method, service, path, when }: Route) =>
      `${method.padEnd(6)} ${serviceAddress[service]}${path}${when ? `?${when}` : ''}`
    const proofOf = ({ freshProof }: Route) =>
      freshProof === undefined
        ? ''
        : freshProof === 'always'
          ? '  fresh proof'
          : `  fresh proof when ${Object.entries(freshProof.body)
              .map(([name, values]) => (values === 'any value' ? name : `${name} = ${values.join(' or ')}`))
              .join(' or ')}`
    const width = Math.max(...everyRoute.map((route) => addressOf(route).length))
    const line = (address: string, marks: string[], permission: string) => [address.padEnd(width), ...marks, permission].join('  ')
    const table = everyRoute.map((route) =>
      line(
        addressOf(route),
        roles.map((role) => mark(route, role).padEnd(role.length)),
        [route.permission].flat().join(' | ') + proofOf(route) + (route.isForSystems ? '  also integration clients' : ''),
      ),
    )

    await expect([line('', [...roles], 'permission'), ...table.sort(), ''].join('\n')).toMatchFileSnapshot('who-may-do-what.txt')
  })

  test('a call for integration clients needs a permission that a client can have, and no proof of a person (INT-1)', () => {
    const forSystems = everyRoute.filter(({ isForSystems }) => isForSystems)
    const isOpen = ({ permission, freshProof }: Route) =>
      typeof permission !== 'string' &&
      permission.some((one) => clientPermissions.some((given) => given === one)) &&
      freshProof === undefined

    expect(forSystems.filter((route) => !isOpen(route)).map(({ path }) => path)).toEqual([])
    expect(clientPermissions.filter((one) => !forSystems.some(({ permission }) => permission.includes(one)))).toEqual([])
  })

  test('no two routes share an address unless a query key distinguishes them (API-1)', () => {
    const addresses = everyRoute.map((route) => `${route.service} ${route.method} ${route.path.replace(/:\w+/g, ':')} ${route.when ?? ''}`)

    expect(addresses.filter((address, index) => addresses.indexOf(address) !== index)).toEqual([])
  })

  test('only *.sql.ts files and platform/database.ts touch the database', () => {
    const allowed = ['platform/database.ts', 'platform/jobs.ts', 'platform/keys.ts', 'platform/health.ts', 'open-services.ts']
    const offenders = filesIn('server')
      .filter((file) => !/\.(sql|test)\.ts$/.test(file) && !allowed.includes(file))
      .filter((file) =>
        /\btx\b\s*\.|\bsql`|\.(selectFrom|insertInto|updateTable|deleteFrom)\(|pool\.query/.test(readFileSync(`server/${file}`, 'utf8')),
      )

    expect(offenders).toEqual([])
  })

  // A statement is prepared once on each connection, and PostgreSQL refuses it when its result gets another column.
  test('no statement returns whatever columns a table has, so that running processes outlive a migration (OPS-3)', () => {
    const offenders = filesIn('server')
      .filter((file) => !file.endsWith('.test.ts'))
      .filter((file) =>
        /\.(?:selectAll|returningAll)\(|[`']\s*select \* from (?!numbered|unnest)|returning \*/.test(
          readFileSync(`server/${file}`, 'utf8'),
        ),
      )

    expect(offenders).toEqual([])
  })

  test('the types of the tables are those of the migrations', async () => {
    expect(readFileSync(tablesFile, 'utf8'), 'run npm run tables').toBe(await tablesOf(inject('postgresUrl')))
  })

  test('no file of the product names a key, a password or a token of its own (SAFE-2)', () => {
    const offenders = ['server', 'contract', 'domain', 'web', 'database'].flatMap((room) =>
      filesIn(room)
        .map((file) => `${room}/${file}`)
        .filter((file) => !/\.test\.tsx?$/.test(file))
        .filter((file) =>
          /-----BEGIN|\beyJ[A-Za-z0-9_-]{20}|(secret|password)\s*[:=]\s*['"][^'"\s]{12,}['"]/i.test(readFileSync(file, 'utf8')),
        ),
    )

    // The demo accounts' password is public by intention and exists only in demo mode.
    expect(offenders.filter((file) => file !== 'domain/demo-accounts.ts')).toEqual([])
  })

  // A module that reads while it loads keeps what was so before somebody else signed in or out in another tab.
  test('no module of the pages reads browser storage while it loads (IDLE-1, SIGN-3)', () => {
    const readers = filesIn('web').flatMap((file) =>
      readFileSync(`web/${file}`, 'utf8')
        .split('\n')
        .filter((line) => /^\w/.test(line) && /^[^=]*=?(?:(?!=>|function).)*\b(local|session)Storage\b/.test(line))
        .map((line) => `${file}: ${line}`),
    )

    expect(readers).toEqual([])
  })

  test('every screen is tested in a browser with axe, and the list has no screen that no longer exists (UI-2)', () => {
    const namesIn = (file: string, entry: RegExp) => [...readFileSync(file, 'utf8').matchAll(entry)].map(([, name]) => name!)
    const screens = namesIn('web/staff/screens.ts', /^ {2}(\w+): async \(\) =>/gm)
    const visited = namesIn('e2e/screen-visits.ts', /^ {2}(\w+): \{(?=\s*as: ')/gm)
    // Outside the main layout, so not in the table of screens.
    const plain = ['unauthorised', 'logout']

    expect(screens.length).toBeGreaterThan(0)
    expect(visited.toSorted()).toEqual([...screens, ...plain].toSorted())
  })
})
