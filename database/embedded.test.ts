import { type ChildProcess, spawn } from 'node:child_process'
import { chmodSync, cpSync, existsSync, lchownSync, mkdirSync, mkdtempSync, realpathSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'

import pg from 'pg'
import { afterAll, describe, expect, onTestFinished, test } from 'vitest'

import { mendOwners } from './embedded/owners.ts'
import { postmasterPid, sharedBuffersMb } from './embedded/postmaster.ts'
import { startEmbeddedPostgres } from './embedded.ts'

const made: string[] = []
const children: ChildProcess[] = []
afterAll(() => {
  children.forEach((child) => child.kill('SIGKILL'))
  made.forEach((directory) => rmSync(directory, { recursive: true, force: true }))
})

const freshDataDir = (name: string) => {
  const directory = mkdtempSync(join(tmpdir(), 'fw-'))
  // As root the database runs under another account, which has to pass through.
  chmodSync(directory, 0o711)
  made.push(directory)
  return join(directory, name)
}

const ask = async (url: string, sql: string) => {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  try {
    return (await client.query<Record<string, unknown>>(sql)).rows
  } finally {
    await client.end()
  }
}

/** Another process that starts the database and then only lives; resolves when it is up. */
const startElsewhere = async (dataDir: string, durable = false) => {
  const program = `
    import { startEmbeddedPostgres } from '#database/embedded.ts'
    await startEmbeddedPostgres({ dataDir: ${JSON.stringify(dataDir)}, durable: ${durable}, log: (line) => console.log(line) })
    setInterval(() => {}, 1000)`
  const child = spawn(process.execPath, ['--input-type=module', '-e', program], { stdio: ['ignore', 'pipe', 'inherit'] })
  children.push(child)
  const said = await new Promise<string>((done) => child.stdout.setEncoding('utf8').once('data', done))
  const end = (signal: NodeJS.Signals) =>
    new Promise<void>((done) => {
      child.once('exit', () => done())
      child.kill(signal)
    })
  return { said, end }
}

describe('sharedBuffersMb', () => {
  test.each([
    [256 * 1024 ** 2, 128],
    [4 * 1024 ** 3, 1_024],
    [1024 ** 5, 2_048],
  ])('of a machine with %i bytes is %i MB (PERF-2)', (bytes, megabytes) => expect(sharedBuffersMb(bytes, bytes)).toBe(megabytes))

  test('a container counts, and not its machine (PERF-2)', () => expect(sharedBuffersMb(2 * 1024 ** 3, 64 * 1024 ** 3)).toBe(512))
})

describe('startEmbeddedPostgres', () => {
  test('the memory for pages is what the operator asked for, or suits the machine (PERF-2, RUN-4)', async () => {
    const buffersOf = async (asked: number | undefined) => {
      const database = await startEmbeddedPostgres({ dataDir: freshDataDir('pg'), sharedBuffers: asked })
      const [row] = await ask(database.url(), `select pg_size_bytes(current_setting('shared_buffers')) / 1024 / 1024 as mb`)
      await database.stop()
      return Number(row!['mb'])
    }

    expect(await buffersOf(64)).toBe(64)
    expect(await buffersOf(undefined)).toBe(sharedBuffersMb())
  })

  test('the first start makes a database, the second start finds its rows (RUN-1, PERF-2)', async () => {
    const dataDir = freshDataDir('pg')
    const first = await startEmbeddedPostgres({ dataDir })
    const [settings] = await ask(
      first.url(),
      `select current_setting('listen_addresses') as listen, current_setting('fsync') as fsync, current_setting('max_wal_size') as wal`,
    )
    expect(settings).toEqual({ listen: '', fsync: 'on', wal: '4GB' })
    await ask(first.url(), 'create table kept as select 42 as answer')
    await first.stop()
    await expect(ask(first.url(), 'select 1')).rejects.toThrow()

    const second = await startEmbeddedPostgres({ dataDir })
    expect(await ask(second.url(), 'select answer from kept')).toEqual([{ answer: 42 }])
    await second.stop()
  })

  test('a start after kill -9 adopts the database that was left behind, and stops it at its own end (RUN-1)', async () => {
    const dataDir = freshDataDir('pg')
    const killed = await startElsewhere(dataDir)
    await killed.end('SIGKILL')

    const adopted = await startEmbeddedPostgres({ dataDir, durable: false })
    expect(await ask(adopted.url(), 'select 1 as one')).toEqual([{ one: 1 }])
    await adopted.stop()
    expect(existsSync(join(dataDir, 'postmaster.pid'))).toBe(false)
  })

  test('a second process shares the database of the first, and leaving does not stop it (RUN-3)', async () => {
    const dataDir = freshDataDir('pg')
    const first = await startElsewhere(dataDir)
    const guest = await startEmbeddedPostgres({ dataDir, durable: false })
    await guest.stop()
    expect(await ask(guest.url(), 'select 1 as one')).toEqual([{ one: 1 }])

    await first.end('SIGKILL')
    await (await startEmbeddedPostgres({ dataDir, durable: false })).stop()
  })

  test('several processes that start at once in an empty folder share one database (RUN-7)', async () => {
    const dataDir = freshDataDir('pg')
    const starts = await Promise.all([startElsewhere(dataDir), startElsewhere(dataDir), startElsewhere(dataDir)])
    expect(starts.filter(({ said }) => said.startsWith('PostgreSQL is running,'))).toHaveLength(1)
    await Promise.all(starts.map(({ end }) => end('SIGKILL')))
    await (await startEmbeddedPostgres({ dataDir, durable: false })).stop()
  })

  test('a database that was killed together with its starter has every row after the next start (RUN-1)', async () => {
    const dataDir = freshDataDir('pg')
    const before = await startEmbeddedPostgres({ dataDir })
    await ask(before.url(), 'create table kept as select generate_series(1, 1000) as n')
    const [backend] = await ask(before.url(), `select split_part(pg_read_file('postmaster.pid'), E'\\n', 1)::int as pid`)
    process.kill(Number(backend?.['pid']), 'SIGKILL')

    const after = await startEmbeddedPostgres({ dataDir })
    expect(await ask(after.url(), 'select count(*)::int as rows from kept')).toEqual([{ rows: 1000 }])
    await after.stop()
  })

  test('a data folder with a long path still has a socket (RUN-1)', async () => {
    const dataDir = freshDataDir('a-rather-long-name-for-a-directory/'.repeat(4) + 'pg')
    const database = await startEmbeddedPostgres({ dataDir, durable: false })
    expect(await ask(database.url(), 'select current_database() as name')).toEqual([{ name: 'formward' }])
    await database.stop()
  })

  test.runIf(process.getuid?.() === 0)(
    'root may start several processes at once in a folder that only root can enter (RUN-1)',
    async () => {
      const dataDir = freshDataDir('pg')
      chmodSync(dirname(dataDir), 0o700)
      const starts = await Promise.all([startElsewhere(dataDir, true), startElsewhere(dataDir, true)])
      expect(starts.filter(({ said }) => said.startsWith('PostgreSQL is running,'))).toHaveLength(1)
      made.push(dirname(realpathSync(dataDir)))
      await Promise.all(starts.map(({ end }) => end('SIGKILL')))
      await (await startEmbeddedPostgres({ dataDir })).stop()
    },
  )
})

describe('a database that ends unexpectedly', () => {
  test('a killed database is started again, and stop ends it for good (SAFE-4)', async () => {
    const dataDir = freshDataDir('pg')
    const said: string[] = []
    const database = await startEmbeddedPostgres({ dataDir, restart: true, log: (line) => said.push(line) })
    await ask(database.url(), 'create table kept as select 42 as answer')
    for (let round = 1; round <= 2; round++) {
      process.kill(postmasterPid(dataDir)!, 'SIGKILL')
      await expect.poll(() => said.filter((line) => line === 'PostgreSQL is running again').length, { timeout: 60_000 }).toBe(round)
      expect(await ask(database.url(), 'select answer from kept')).toEqual([{ answer: 42 }])
    }

    await database.stop()

    expect(existsSync(join(dataDir, 'postmaster.pid'))).toBe(false)
    await expect(ask(database.url(), 'select 1')).rejects.toThrow()
  })

  test('a killed database that was adopted from another process is started again (SAFE-4)', async () => {
    const dataDir = freshDataDir('pg')
    await (await startElsewhere(dataDir)).end('SIGKILL')
    const database = await startEmbeddedPostgres({ dataDir, durable: false, restart: true })

    process.kill(postmasterPid(dataDir)!, 'SIGKILL')

    const answer = () => ask(database.url(), 'select 1 as one').catch(() => undefined)
    await expect.poll(answer, { timeout: 60_000 }).toEqual([{ one: 1 }])
    await database.stop()
  })
})

/** A standby without connections replays its log until it is promoted. */
const makeStandby = (dataDir: string, settings = '') => {
  writeFileSync(join(dataDir, 'standby.signal'), '')
  writeFileSync(join(dataDir, 'postgresql.auto.conf'), `hot_standby = off\n${settings}`)
}

describe('a database that replays its log', () => {
  test('is waited for as long as it says so, and this is logged (SAFE-4)', async () => {
    const dataDir = freshDataDir('pg')
    await (await startEmbeddedPostgres({ dataDir })).stop()
    makeStandby(dataDir)
    const said: string[] = []
    let isOver = false

    const starting = startEmbeddedPostgres({ dataDir, startTimeoutMs: 6_000, log: (line) => said.push(line) }).finally(
      () => (isOver = true),
    )
    starting.catch(() => {}) // reported where it is awaited
    await expect.poll(() => said.at(-1), { timeout: 30_000 }).toMatch(/^PostgreSQL is bringing its data up to date/)
    await sleep(7_000) // longer than a database that does not answer is waited for

    expect(isOver).toBe(false)
    writeFileSync(join(dataDir, 'promote'), '')
    process.kill(postmasterPid(dataDir)!, 'SIGUSR1')
    const database = await starting
    expect(await ask(database.url(), 'select pg_is_in_recovery() as replaying')).toEqual([{ replaying: false }])
    await database.stop()
  })

  test('is given up with the words of its log when it ends each time, and no process stays behind (SAFE-4)', async () => {
    const dataDir = freshDataDir('pg')
    await (await startEmbeddedPostgres({ dataDir })).stop()
    makeStandby(dataDir)
    const killed = setInterval(() => {
      const pid = postmasterPid(dataDir)
      if (pid !== undefined) process.kill(pid, 'SIGQUIT')
    }, 1_500)
    onTestFinished(() => clearInterval(killed))

    await expect(startEmbeddedPostgres({ dataDir, startTimeoutMs: 6_000 })).rejects.toThrow(/did not start within 6 s: .+/)

    clearInterval(killed)
    await expect.poll(() => postmasterPid(dataDir), { timeout: 30_000 }).toBeUndefined()
  })
})

describe('a data folder that another user copied', () => {
  test.runIf(process.getuid?.() === 0)('starts unchanged when its files belong to root (OPS-2)', async () => {
    const dataDir = freshDataDir('pg')
    const first = await startEmbeddedPostgres({ dataDir })
    await ask(first.url(), 'create table kept as select 42 as answer')
    await first.stop()
    const copy = join(dirname(dataDir), 'copy')
    cpSync(dataDir, copy, { recursive: true }) // as `cp -r` does: everything belongs to root, and the folder may be open to others
    chmodSync(copy, 0o755)

    const second = await startEmbeddedPostgres({ dataDir: copy })

    expect(await ask(second.url(), 'select answer from kept')).toEqual([{ answer: 42 }])
    await second.stop()
  })

  test.runIf(process.getuid?.() === 0)('names the file and what to do when the user cannot repair it (OPS-2)', () => {
    const folder = freshDataDir('copied')
    mkdirSync(join(folder, 'base'), { recursive: true })
    lchownSync(join(folder, 'base'), 12_345, 12_345)

    expect(() => mendOwners(folder, undefined)).toThrow(
      `${join(folder, 'base')} belongs to another user (uid 12345), so the database could not use it: as root run chown -R 0 ${folder}, then start again`,
    )
  })
})
