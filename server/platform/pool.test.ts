import { pino } from 'pino'
import { describe, expect, inject, onTestFinished, test } from 'vitest'

import { asApplication, ask, testServer } from '#test/test-server.ts'
import { eventually } from '#test/organisation.ts'

import { DatabaseClient } from './database-client.sql.ts'
import { openBoss } from './jobs.ts'
import { openPool } from './pool.ts'

const endBackend = (url: string, pid: number) => ask(url, 'select pg_terminate_backend($1)', [pid])

describe('The connection pools', () => {
  test('openPool: a connection that breaks while its user does not listen to it fails the next query and nothing else (SAFE-4)', async () => {
    const { url } = await testServer()
    const pool = openPool({ connectionString: url, max: 1 })
    onTestFinished(() => pool.end())
    const client = await pool.connect()
    const { rows } = await client.query<{ pid: number }>('select pg_backend_pid() as pid')

    await Promise.all([new Promise<void>((resolve) => client.once('end', resolve)), endBackend(url, rows[0]!.pid)])

    await expect(client.query('select 1')).rejects.toThrow('not queryable')
    expect(client.emit('error', new Error('read ETIMEDOUT')), 'a later error of the same connection has a listener, too').toBe(true)
    client.release(true)
    expect((await pool.query('select 1')).rowCount).toBe(1)
  })

  test('DatabaseClient: a connection that breaks before anybody listens to it fails the next query and does not end the process (SAFE-4, OPS-4)', async () => {
    const { url } = await testServer()
    const client = new DatabaseClient({ connectionString: url })
    await client.connect()
    const { rows } = await client.query<{ pid: number }>('select pg_backend_pid() as pid')

    await Promise.all([new Promise<void>((resolve) => client.on('end', resolve)), endBackend(url, rows[0]!.pid)])

    await expect(client.query('select 1')).rejects.toThrow('not queryable')
  })

  test('openBoss: when the connection that listens for new jobs is lost, another one listens in its place (SAFE-4)', async () => {
    const { url } = await testServer()
    const listeners = async () => {
      const rows = await ask<{ pid: number }>(
        url,
        `select pid from pg_stat_activity where datname = current_database() and (query like 'listen %' or query like '%pg_listening_channels%')
        and pid <> pg_backend_pid()`,
      )
      return rows.map(({ pid }) => pid)
    }
    const others = await listeners()
    const queue = openBoss(
      { url: asApplication(url), directUrl: asApplication(url) },
      pino(pino.destination({ dest: inject('logFile'), sync: true })),
      new AbortController().signal,
    )
    await queue.boss.start()
    onTestFinished(queue.close)
    const own = async () => (await listeners()).find((pid) => !others.includes(pid))
    const first = await eventually(own)

    await endBackend(url, first)

    await eventually(async () => {
      const next = await own()
      return next !== undefined && next !== first
    })
  })
})
