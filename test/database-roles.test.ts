import { randomUUID } from 'node:crypto'

import type pg from 'pg'
import { describe, expect, inject, onTestFinished, test, vi } from 'vitest'

import { ask, asApplication, emptyDatabase, freshDatabase, testServer } from './test-server.ts'
import { personWithAccount } from './listen.ts'
import { freePort } from './free-port.ts'
import { runOperator, startProcess } from './processes.ts'
import { production } from './production.ts'

vi.setConfig({ testTimeout: 120_000 }) // processes are started

/** A role that may sign in and nothing else, as the operator makes it. */
async function newRole(options = '') {
  const role = `web_${randomUUID().slice(0, 8)}`
  await ask(inject('postgresUrl'), `create role ${role} login ${options}`)
  onTestFinished(async () => {
    await ask(inject('postgresUrl'), `drop owned by ${role}; drop role ${role}`).catch(() => {}) // it may own a database of the test
  })
  return role
}
const as = (role: string, url: string) => url.replace('postgres@', `${role}@`)

describe('the role that the application signs in as', () => {
  test.each(['postgres', 'none', 'pg_read_all_data', 'pg_execute_server_program'])(
    'gets nothing more by set_config(role, %s): neither the rows of organisations, nor the audit log, nor the root key (ORG-7, SAFE-2)',
    async (role) => {
      const { services, owner } = await testServer()
      await personWithAccount()
      const client = await services.db.pool.connect()
      const attempt = (text: string) =>
        client.query(text).then(
          ({ rowCount }) => rowCount,
          (error: pg.DatabaseError) => error.code,
        )
      try {
        await client.query("select set_config('role', $1, false)", [role]).catch(() => {}) // refused, or no gain
        await client.query("select set_config('session_authorization', 'postgres', false)").catch(() => {})

        expect(await attempt('select from organisations')).toBe(0)
        expect(await attempt('select from members')).toBe(0)
        expect(await attempt('delete from audit_events')).toBe('42501')
        expect(await attempt('alter table audit_events disable trigger all')).toBe('42501')
        expect(await attempt('select from instance_keys')).toBe('42501')
        expect(await attempt('select password_hash from accounts')).toBe('42501')
        expect(await attempt('select * from accounts')).toBe('42501')
        expect(await attempt('select from accounts where password_hash is not null')).toBe('42501')
        expect(await attempt('update accounts set failed_attempts = 0 returning password_hash')).toBe('42501')
        expect(await attempt('create table mine (n int)')).toBe('42501')
      } finally {
        client.release(true)
      }
      const { rows } = await owner.query('select from members')
      expect(rows.length, 'there was something to read').toBeGreaterThan(0)
    },
  )

  test('reads a password hash only of an account that the same transaction has written to (SAFE-2)', async () => {
    const { services } = await testServer()
    const { subject } = await personWithAccount()
    const hash = (client: pg.PoolClient) =>
      client.query<{ hash: string | null }>('select password_hash_of($1) as hash', [subject]).then(({ rows }) => rows[0]?.hash)
    const client = await services.db.pool.connect()
    try {
      expect(await hash(client)).toBeNull()
      await client.query('begin')
      await client.query('update accounts set failed_attempts = failed_attempts + 1 where id = $1', [subject])
      expect(await hash(client)).toMatch(/^\$argon2id\$/)
      await client.query('rollback')
      expect(await hash(client)).toBeNull()
    } finally {
      client.release()
    }
  })

  test('gets the root key only as the secret has sealed it, and none where it is not sealed (SAFE-2)', async () => {
    const { url } = await testServer() // set up without a secret
    expect(await ask(asApplication(url), 'select sealed_root_key() as sealed')).toEqual([{ sealed: null }])
  })
})

describe('two addresses', () => {
  test('the owner migrates and lets the application’s role in; then a process needs the application’s address alone (RUN-3, RUN-7)', async () => {
    const [url, role, port] = [await emptyDatabase(), await newRole(), await freePort()]
    const alone = { ...production, DATABASE_URL: as(role, url) }
    const both = { ...alone, DATABASE_OWNER_URL: url }

    const early = startProcess('main.ts', { ...alone, PORT: String(port) }, ['api'])
    expect(await early.ended).toBe(1)
    expect(early.said.err).toContain('DATABASE_URL: the database is not migrated for this version')
    expect(early.said.err).toContain('npm run migrate')

    const migrated = { code: 0, out: 'The database is migrated\n', err: '' }
    expect(await runOperator('migrate', both)).toEqual(migrated)
    await ask(url, 'delete from instance_keys')
    const unsealed = startProcess('main.ts', { ...alone, PORT: String(port) }, ['api'])
    expect(await unsealed.ended).toBe(1)
    expect(unsealed.said.err).toContain('the keys in the database are not encrypted yet')

    expect(await runOperator('migrate', both)).toEqual(migrated)
    const worker = startProcess('worker.ts', alone)
    await worker.says('Formward is working')
    const api = startProcess('main.ts', { ...alone, PORT: String(port) }, ['api'])
    await api.says('Formward is ready')
    expect((await fetch(`http://localhost:${port}/health/ready`)).status).toBe(200)
    expect([worker.said.err, api.said.err]).toEqual(['', ''])
    const sessions = await ask(
      url,
      'select distinct usename from pg_stat_activity where datname = current_database() and pid <> pg_backend_pid()',
    )
    expect(sessions).toEqual([{ usename: role }])
    for (const running of [worker, api]) expect(await running.kill('SIGTERM')).toBe(0)
  })

  test('one address, the owner’s, works as before and says in one line which protection is missing (RUN-4)', async () => {
    const [url, port] = [await freshDatabase(), await freePort()]
    const api = startProcess('main.ts', { ...production, DATABASE_URL: url, PORT: String(port) }, ['api'])
    await api.says('Formward is ready')

    expect(api.said.err).toMatch(/^DATABASE_URL: its role owns the tables, .*DATABASE_OWNER_URL for migrations\n$/)
  })

  test('a role that may create roles is named, too: it could make itself the owner (RUN-4)', async () => {
    const [url, role, port] = [await freshDatabase(), await newRole('createrole'), await freePort()]
    const environment = { ...production, DATABASE_URL: as(role, url), DATABASE_OWNER_URL: url, PORT: String(port) }
    const api = startProcess('main.ts', environment, ['api'])
    await api.says('Formward is ready')

    expect(api.said.err).toMatch(/^DATABASE_URL: its role may do more than the application needs, [^\n]*\n$/)
  })
})
