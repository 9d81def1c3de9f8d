import { randomUUID } from 'node:crypto'
import { createServer, type Socket, connect } from 'node:net'
import { chmodSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

import { sql } from 'kysely'
import { describe, expect, onTestFinished, test } from 'vitest'

import { openDatabaseProxy } from '#test/survival/database-proxy.ts'
import { ask, asApplication, freshDatabase, testServer } from '#test/test-server.ts'
import { eventually } from '#test/organisation.ts'

import { waitForDatabase } from './await-database.ts'
import { inOrganisation, openDatabase, type Tx } from './database.ts'
import { DatabaseClient } from './database-client.sql.ts'
import { findOwnerProblem, findPoolerProblem } from './pooler.sql.ts'
import { openApplicationPool, openPool } from './pool.ts'
import { systemOrganisationId } from './system-organisation.ts'

const write = (tx: Tx) =>
  sql`insert into wards (organisation_id, name) values (${systemOrganisationId}::uuid, gen_random_uuid()::text)`.execute(tx)
const nameOf = (url: string) => url.split('/').at(-1)!
const writing = '?options=-c%20default_transaction_read_only%3Doff'
const setReadOnly = (url: string, value: 'on' | 'off') =>
  ask(`${url}${writing}`, `alter database ${nameOf(url)} set default_transaction_read_only = ${value}`)

describe('a database that can only be read', () => {
  test('fails the write, and its connection does not go back into the pool (OPS-4, SAFE-4)', async () => {
    const { url } = await testServer()
    const db = openDatabase(asApplication(url), { max: 1 })
    onTestFinished(() => db.pool.end())
    const inSystem = <T>(work: (tx: Tx) => Promise<T>) => inOrganisation(db, systemOrganisationId, work)
    // As a primary that was demoted, this connection can only read from now on.
    await inSystem((tx) => sql`set session default_transaction_read_only = on`.execute(tx))
    await inSystem((tx) => sql`select 1`.execute(tx))

    await expect(inSystem(write)).rejects.toMatchObject({ code: '25006' })
    await expect(inSystem(write)).resolves.toBeDefined()
  })

  test('is refused by every new connection of the application and of the owner (OPS-4)', async () => {
    const url = await freshDatabase()
    await setReadOnly(url, 'on')
    const db = openDatabase(asApplication(url))
    onTestFinished(() => db.pool.end())

    const owner = openPool({ connectionString: url })
    onTestFinished(() => owner.end())

    await expect(db.pool.query('select 1')).rejects.toMatchObject({ code: '25006' })
    await expect(owner.query('select 1')).rejects.toMatchObject({ code: '25006' })
  })

  test('is waited for by a start, which says so and names the primary when it gives up (OPS-4, RUN-4)', async () => {
    const url = await freshDatabase()
    await setReadOnly(url, 'on')
    const said: string[] = []
    const say = (line: string) => said.push(line)
    const start = (patience?: number) => waitForDatabase(url, async () => 'started', { say, ...(patience && { patience }) })

    await expect(start(1)).rejects.toThrow('DATABASE_URL: the database can only be read. Give the address of the primary')
    const started = start()
    await eventually(async () => said.length > 0)
    await setReadOnly(url, 'off')

    expect(await started).toBe('started')
    expect(new Set(said)).toEqual(new Set(['Waiting for the database: it can only be read, as a standby']))
  })
})

/** What the first call says when the options of the application do not reach PostgreSQL, or with others than these. */
async function sayOfConnection(options: string, user = 'postgres') {
  const { url } = await testServer()
  const address = `${url.replace('postgres@', `${user}@`)}?options=${encodeURIComponent(options)}` // the address is stronger than the options
  const pool = openApplicationPool({ connectionString: address })
  onTestFinished(() => pool.end())
  return pool.query('select 1').then(
    () => 'connected',
    (error: Error) => error.message,
  )
}

describe('a new connection of the application', () => {
  test.each([
    ['that lost its role and is a superuser', '-c timezone=UTC', 'DATABASE_URL: a connection has the rights of postgres'],
    ['in another time zone', '-c role=formward_app -c timezone=Asia/Tokyo', "alter role formward_app set timezone = 'UTC'"],
    ['without row-level security', '-c role=formward_app -c timezone=UTC -c row_security=off', 'row_security off'],
    [
      'without triggers',
      '-c role=formward_app -c timezone=UTC -c session_replication_role=replica',
      'DATABASE_URL: a connection has session_replication_role set',
    ],
    [
      'that is bound to an organisation already',
      `-c role=formward_app -c timezone=UTC -c app.organisation_id=${systemOrganisationId}`,
      'is bound to an organisation already',
    ],
  ])('%s is refused in words for the operator (OPS-4, ORG-7)', async (_case, options, words) => {
    expect(await sayOfConnection(options)).toContain(words)
  })

  test('of a role that may switch triggers off is refused (OPS-4, AUD-4)', async () => {
    const { url } = await testServer()
    const role = `loose_${randomUUID().slice(0, 8)}`
    await ask(url, `create role ${role} login in role formward_app; grant set on parameter session_replication_role to ${role}`)
    onTestFinished(async () => void (await ask(url, `drop owned by ${role}; drop role ${role}`)))

    expect(await sayOfConnection('-c timezone=UTC', role)).toContain(`the role ${role} may set session_replication_role`)
  })

  test('that lost its role, but has the rights of the application alone, is accepted (OPS-4)', async () => {
    expect(await sayOfConnection('-c timezone=UTC', 'formward_app')).toBe('connected')
  })
})

describe('an address with several hosts', () => {
  test('reaches the host that answers, and another one when that is away (OPS-4)', async () => {
    const { url } = await testServer()
    const [one, two] = [await openDatabaseProxy(url), await openDatabaseProxy(url)]
    onTestFinished(async () => void (await Promise.all([one.end(), two.end()])))
    const hosts = [one, two].map((proxy) => new URL(proxy.url).host)
    const address = asApplication(one.url).replace(hosts[0]!, hosts.join(','))
    const reach = async () => {
      const client = new DatabaseClient({ connectionString: address })
      client.on('error', () => {})
      await client.connect()
      const { host } = client
      await client.end()
      return encodeURIComponent(host)
    }

    await one.cut()
    expect(await reach()).toBe(hosts[1])

    await one.mend()
    await two.cut()
    await eventually(async () => (await reach().catch(() => undefined)) === hosts[0])

    await one.cut()
    await eventually(async () => (await reach().then(() => undefined, String))?.includes('Error'))
  })
})

/** A way to a database that gives its clients process ids of its own, as a connection pooler does. */
async function openPooler(url: string) {
  const folder = mkdtempSync(join(tmpdir(), 'fw-pooler-'))
  chmodSync(folder, 0o711)
  const far = join(decodeURIComponent(new URL(url).host), '.s.PGSQL.5432')
  const startOfKey = Buffer.from([0x4b, 0, 0, 0, 12]) // BackendKeyData (PostgreSQL 54.7)
  const sockets: Socket[] = []
  const server = createServer((near) => {
    const beyond = connect(far)
    sockets.push(near, beyond)
    for (const socket of [near, beyond]) socket.on('error', () => {})
    near.pipe(beyond)
    beyond.on('data', (chunk: Buffer) => {
      const at = chunk.indexOf(startOfKey)
      if (at >= 0) chunk.writeInt32BE(7, at + startOfKey.length)
      near.write(chunk)
    })
    beyond.on('end', () => near.end())
  })
  await new Promise<void>((resolve) => server.listen(join(folder, '.s.PGSQL.5432'), resolve))
  onTestFinished(() => {
    for (const socket of sockets) socket.destroy()
    server.close()
    rmSync(folder, { recursive: true, force: true })
  })
  return url.replace(new URL(url).host, encodeURIComponent(folder))
}

describe('a connection pooler', () => {
  test('needs the direct address of PostgreSQL for notifications, and is refused as that address and as the owner’s (OPS-4)', async () => {
    const { url } = await testServer()
    const direct = asApplication(url)
    const pooled = await openPooler(direct)

    expect(await findPoolerProblem({ url: direct })).toBeUndefined()
    expect(await findOwnerProblem(url, { ownerUrl: url })).toBeUndefined()
    expect(await findPoolerProblem({ url: pooled, directUrl: direct })).toBeUndefined()
    expect(await findPoolerProblem({ url: pooled })).toMatch(
      /^DATABASE_DIRECT_URL: expects the address of PostgreSQL itself, for notifications/,
    )
    expect(await findPoolerProblem({ url: pooled, directUrl: pooled })).toMatch(
      /^DATABASE_DIRECT_URL: .*, not that of a connection pooler$/,
    )
    const pooledOwner = await openPooler(url)
    expect(await findOwnerProblem(pooledOwner, { ownerUrl: pooledOwner })).toMatch(
      /^DATABASE_OWNER_URL: .*, not that of a connection pooler$/,
    )
    expect(await findOwnerProblem(pooledOwner, {})).toMatch(/^DATABASE_DIRECT_URL: .*, not that of a connection pooler$/)
  })
})
