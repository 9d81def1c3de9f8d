import { chmodSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { PassThrough } from 'node:stream'
import { text } from 'node:stream/consumers'

import { pino } from 'pino'
import { describe, expect, onTestFinished, test } from 'vitest'

import { startEmbeddedPostgres } from '#database/embedded.ts'
import { openStandby } from '#test/standby.ts'
import { asApplication, ask } from '#test/test-server.ts'

import { openDatabase } from './database.ts'
import { openReadStandby, reportReads } from './read-standby.ts'

describe('openReadStandby', () => {
  test('a standby that missed a failover is not read, although its log is longer than that of the new primary (OPS-5, SAFE-1)', async () => {
    const folder = mkdtempSync(join(tmpdir(), 'formward-history-'))
    chmodSync(folder, 0o711) // as root the database runs under another account, which has to pass through
    onTestFinished(() => rmSync(folder, { recursive: true, force: true }))
    const places = {
      old: { dataDir: join(folder, 'old'), sharedBuffers: 128 },
      next: { dataDir: join(folder, 'next'), sharedBuffers: 128 },
    }
    const primary = await startEmbeddedPostgres(places.old)
    await ask(primary.url(), 'alter system set fsync = off')
    await ask(primary.url(), 'select pg_reload_conf()')
    await ask(primary.url(), 'create role formward_app login')
    const standby = await openStandby({ url: primary.url(), dataDir: places.old.dataDir }, places.next.dataDir)
    await standby.stop()
    await ask(primary.url(), 'create table missed as select generate_series(1, 100000)')
    await primary.stop()
    writeFileSync(join(places.old.dataDir, 'standby.signal'), '')
    const next = await startEmbeddedPostgres(places.next)
    onTestFinished(next.stop)
    await ask(next.url(), 'select pg_promote()')
    const old = await startEmbeddedPostgres(places.old)
    onTestFinished(old.stop)
    const db = openDatabase(asApplication(next.url()))
    const outcomes: unknown[] = []
    const reads = openReadStandby(asApplication(old.url()), db, { max: 1, report: (outcome) => outcomes.push(outcome) })
    onTestFinished(() => reads.close())
    onTestFinished(() => db.pool.end())

    const found = await reads.read({}, 5_000, async () => 'rows that were lost')

    const [{ replayed } = {}] = await ask<{ replayed: string }>(old.url(), 'select pg_last_wal_replay_lsn() as replayed')
    expect(await ask(next.url(), `select pg_current_wal_lsn() < '${replayed}' as "isShorter"`)).toEqual([{ isShorter: true }])
    expect(found).toBeUndefined()
    expect(outcomes).toEqual([{ answeredBy: 'primary', cause: 'another_history' }])
  })
})

describe('reportReads', () => {
  test('logs once in a minute that the primary answers, with the cause, and nothing of what the standby answers (OPS-5, OPS-7)', async () => {
    const stream = new PassThrough()
    const report = reportReads(pino({ base: null, timestamp: false }, stream))

    report({ answeredBy: 'standby' })
    report({ answeredBy: 'primary', cause: 'behind' })
    report({ answeredBy: 'primary', cause: '40001' })
    stream.end()

    expect(
      (await text(stream))
        .trim()
        .split('\n')
        .map((line) => JSON.parse(line) as unknown),
    ).toEqual([{ level: 40, cause: 'behind', msg: 'the primary answers reads in place of the standby' }])
  })
})
