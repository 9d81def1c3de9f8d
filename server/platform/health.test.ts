import { pino } from 'pino'
import { describe, expect, test } from 'vitest'

import { readConfig } from '#server/config.ts'
import { testServer } from '#test/test-server.ts'
import { eventually } from '#test/organisation.ts'

import { UnsafeConnection } from './connection-checks.sql.ts'
import { createHttp } from './http.ts'

const ready = async () => (await (await testServer()).app.inject('/health/ready')).statusCode

describe('GET /health/ready', () => {
  test('a process is ready on a database with newer migrations than its own (RUN-6, OPS-3)', async () => {
    const { owner } = await testServer()
    await owner.query(`insert into schema_migrations (name, checksum) values ('9999-of-the-next-version', '')`)

    expect(await ready()).toBe(200)
  })

  test('a process is not ready while the database lacks one of its migrations (RUN-6)', async () => {
    const { owner } = await testServer()
    await owner.query(`update schema_migrations set name = 'x' || name where name like '0012-%'`)
    expect(await ready()).toBe(503)

    await owner.query(`update schema_migrations set name = substr(name, 2) where name like 'x0012-%'`)
    expect(await ready()).toBe(200)
  })

  test('a process is not ready while its database has no room for a temporary file, as on a full disk (RUN-6, SAFE-4)', async () => {
    const { owner } = await testServer()
    const { rows } = await owner.query<{ name: string }>('select quote_ident(current_database()) as name')
    /** For sessions that begin from now on, so all others end. */
    const allow = async (size: string) => {
      await owner.query(`alter database ${rows[0]!.name} set temp_file_limit = '${size}'`)
      await owner.query(
        `select pg_terminate_backend(pid) from pg_stat_activity where datname = current_database() and pid <> pg_backend_pid()`,
      )
    }

    await allow('1MB')
    await eventually(async () => (await ready()) === 503)
    expect([await ready(), await ready()]).toEqual([503, 503])

    await allow('-1')
    await eventually(async () => (await ready()) === 200)
  })
})

describe('GET /health/ready of a database that can only be read', () => {
  test('a process is not ready, and is ready again when the database can be written to (OPS-4, RUN-6)', async () => {
    const { owner } = await testServer()
    const { rows } = await owner.query<{ name: string }>('select quote_ident(current_database()) as name')
    /** Connections of before stay read-only, and must be replaced. */
    const set = (value: string) =>
      owner.query(`begin; set transaction read write; alter database ${rows[0]!.name} set default_transaction_read_only = ${value}; commit`)
    const endConnections = () =>
      owner.query('select pg_terminate_backend(pid) from pg_stat_activity where datname = current_database() and pid <> pg_backend_pid()')
    await set('on')
    await endConnections()
    await eventually(async () => (await ready()) === 503)

    await set('off')
    await eventually(async () => (await ready()) === 200)
  })
})

/** What the server answers and logs of a call that fails with this error. */
async function failWith(thrown: Error, environment: Record<string, string>) {
  const { services } = await testServer()
  const lines: Record<string, unknown>[] = []
  const log = pino({}, { write: (line: string) => void lines.push(JSON.parse(line) as Record<string, unknown>) })
  const app = await createHttp({ ...services, config: readConfig(environment), log })
  app.get('/fails', async () => {
    throw thrown
  })
  const answer = await app.inject('/fails')
  await app.close()
  return { answer, logged: lines.filter(({ msg }) => msg !== 'request') }
}

describe('a call that fails', () => {
  test('because its connection is unsafe is answered with 503, and the log has the words for the operator (OPS-4)', async () => {
    const unsafe = new UnsafeConnection('DATABASE_URL: a connection has row_security off')

    const { answer, logged } = await failWith(unsafe, { NODE_ENV: 'production' })

    expect([answer.statusCode, answer.headers['retry-after']]).toEqual([503, '5'])
    expect(answer.body).not.toContain('row_security')
    expect(logged).toMatchObject([{ msg: 'unavailable', cause: 'unsafe_connection', problem: unsafe.message }])
  })

  test('because the server is a standby is answered with 503 and Retry-After (OPS-4)', async () => {
    const standby = Object.assign(new Error('cannot execute INSERT in a read-only transaction'), { code: '25006' })

    const { answer } = await failWith(standby, { NODE_ENV: 'production' })

    expect([answer.statusCode, answer.headers['retry-after']]).toEqual([503, '5'])
  })

  const quoting = () => new TypeError('cannot read "Byron" of undefined')

  test.each(['development', 'test'])('is logged with the message and stack of the error in %s (DEV-3)', async (NODE_ENV) => {
    const { logged } = await failWith(quoting(), { NODE_ENV })

    expect(logged).toMatchObject([{ msg: 'unexpected error', error: 'TypeError', message: 'cannot read "Byron" of undefined' }])
    expect(logged[0]!['stack']).toEqual(expect.arrayContaining([expect.stringContaining('health.test.ts')]))
  })

  test('is logged without the message in production, where it may quote data of patients (RUN-6)', async () => {
    const { logged, answer } = await failWith(quoting(), { NODE_ENV: 'production' })

    expect(logged).toMatchObject([{ msg: 'unexpected error', error: 'TypeError' }])
    expect(JSON.stringify(logged) + answer.body).not.toContain('Byron')
  })

  test('because the disk is full is logged with its SQLSTATE once a second, and counted (SAFE-4)', async () => {
    const { app: whole, services } = await testServer()
    const full = Object.assign(new Error('could not extend file'), { code: '53100' })
    const { answer, logged } = await failWith(full, { NODE_ENV: 'production' })
    await failWith(full, { NODE_ENV: 'production' })

    expect([answer.statusCode, answer.headers['retry-after']]).toEqual([503, '5'])
    expect(logged).toMatchObject([{ msg: 'unavailable', cause: '53100', route: '/fails' }])
    services.config.METRICS_TOKEN = 'of a test, sixteen or more'
    const metrics = await whole.inject({ url: '/metrics', headers: { authorization: `Bearer ${services.config.METRICS_TOKEN}` } })
    services.config.METRICS_TOKEN = undefined
    expect(metrics.body).toMatch(/unavailable_total\{cause="53100"\} 2\n/)
  })
})
