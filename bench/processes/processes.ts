import pg from 'pg'

import type { Bench } from '../harness/bench.ts'
import { openCaller, type Caller } from '../harness/caller.ts'
import { cpuOf, openDatabaseCpu } from '../harness/cpu.ts'
import { times, type Measurement, type Table } from '../harness/results.ts'
import { startServer, type Server } from '../harness/server.ts'
import { timeHttp } from '../lists/time-http.ts'
import type { Timed } from '../lists/timed.ts'
import { runOpenLoop, type Person } from '../load/open-loop.ts'
import { openWaits, waitsInWords } from './waits.ts'

const connections = 8
/** Calls a second at an even pace: about half of the dearest of them that one process can answer. */
const pace = 240
/** The most processor time for a call with two processes, as a multiple of that with one. */
const mostOfTwo = 1.15
/** Per cent of the active statements that may be seen waiting for another transaction. */
const mostForOthers = 1

const calls = [
  { what: 'any call', path: '/api/tenants/tenant/member/me' },
  { what: 'worklist, page 1', path: '/api/forms/request?groupings=false&page=1&limit=10' },
  { what: 'patients, page 1', path: '/api/patients/patient?page=1&limit=10' },
]

/** Whether one process, or one transaction, makes another wait: API processes side by side, and many who change requests of one organisation at once. */
export const benchProcesses: Bench = async ({ cluster, size, isQuick, say }) => {
  const most = isQuick ? 600 : 3_000
  await cluster.fill(size)
  const { url, organisation, drop } = await cluster.copy(size)
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  try {
    const one = await askWith(1)
    const two = await askWith(2)
    const evenly: Table = {
      title: 'API processes side by side',
      about: `${pace} calls a second at an even pace against one API process, and half as many against each of two, on the same processor and PostgreSQL. Processor time for each call.`,
      rows: rowsOf(one.evenly, two.evenly, mostOfTwo),
    }
    const fast: Table = {
      title: 'API processes side by side, as fast as they answer',
      about: `The same calls by ${connections} connections that ask again as soon as they have their answer, against one API process, and by half as many against each of two. The processes, PostgreSQL and the callers share two cores, so a second process also costs the others their caches.`,
      rows: rowsOf(one.fast, two.fast),
    }
    return [evenly, fast, await writeTogether()]
  } finally {
    await client.end()
    await drop()
  }

  async function askWith(apis: number) {
    const server = await startServer(url, { apis })
    try {
      const caller = await openCaller(server)
      const databaseCpu = await openDatabaseCpu(client)
      const each = connections / apis
      const askFast = (path: string, most: number) =>
        Promise.all(
          server.addresses.map((address) =>
            timeHttp(address, caller, path, each, (answers, elapsed) => answers >= most / apis || elapsed >= 60_000),
          ),
        ).then(sumOf)
      const costOf = async (ask: () => Promise<Timed>): Promise<Cost> => {
        const before = { api: cpuOf(server.pids), database: databaseCpu() }
        const together = await ask()
        const api = (cpuOf(server.pids) - before.api) / together.answers
        const database = (databaseCpu() - before.database) / together.answers
        return { ...together, api, database, cpuMs: api + database }
      }
      const evenly: Cost[] = []
      const fast: Cost[] = []
      for (const { what, path } of calls) {
        await askFast(path, 600 * apis) // V8 compiles the code of each process while it runs
        fast.push(await costOf(() => askFast(path, most)))
        evenly.push(await costOf(() => askEvenly(server, caller, path, most / pace)))
        say(`${what}: ${apis} API, ${evenly.at(-1)!.cpuMs.toFixed(2)} ms, as fast as possible ${fast.at(-1)!.cpuMs.toFixed(2)} ms`)
      }
      return { evenly, fast }
    } finally {
      await server.stop()
    }
  }

  async function writeTogether(): Promise<Table> {
    const server = await startServer(url, { apis: 2 })
    try {
      const rows: Measurement[] = []
      for (const writers of [1, 16]) {
        const { timed, waits } = await write(server, writers)
        rows.push({
          what: `${writers} ${writers === 1 ? 'writer' : 'writers'}`,
          values: {
            changes: timed.answers,
            p50: timed.p50,
            p99: timed.p99,
            '/s': timed.perSecond,
            'on the processor %': waits.running,
            'for the disk %': waits.disk,
            'for another transaction %': waits.others,
            'other waits': waitsInWords(waits.rest),
            limit: `${mostForOthers}% for another transaction`,
          },
          isPastLimit: timed.failures > 0 || waits.others > mostForOthers,
        })
        say(`${writers} writers: ${timed.perSecond.toFixed(0)} a second`)
      }
      return {
        title: 'Many who change form requests of one organisation at once',
        about:
          'Form requests are assigned through two API processes, each another one, with event, audit event and changed counts in the same transaction. Every 5 ms PostgreSQL is asked what its active statements wait for.',
        rows,
      }
    } finally {
      await server.stop()
    }
  }

  async function write(server: Server, writers: number) {
    const caller = await openCaller(server)
    const many = isQuick ? 400 : 4_000
    const { rows } = await client.query<{ id: string }>(
      `select id from form_requests where organisation_id = $1 and status = 'completed' and assignee_id is null order by id limit $2`,
      [organisation.id, many + 200],
    )
    const member = organisation.members[4]!.id
    const ids = rows.map(({ id }) => id)
    const change = (addresses: string[], each: number, most: number) =>
      Promise.all(
        addresses.map((address) =>
          timeHttp(
            address,
            caller,
            () => `/api/forms/request/${ids.pop()}/assign/${member}`,
            each,
            (answers) => answers >= most,
            'PATCH',
          ),
        ),
      )
    const addresses = server.addresses.slice(0, writers)
    await change(addresses, Math.ceil(writers / 2), 50)
    const waits = await openWaits(url)
    const timed = sumOf(await change(addresses, Math.ceil(writers / 2), (many - 200) / addresses.length))
    return { timed, waits: await waits.close() }
  }
}

type Cost = Timed & { api: number; database: number; cpuMs: number }

/** With one process and with two, call by call. Without a limit nothing is past it. */
const rowsOf = (one: Cost[], two: Cost[], limit = Number.POSITIVE_INFINITY) =>
  calls.flatMap(({ what }, nth) =>
    [one[nth]!, two[nth]!].map((measured, at): Measurement => {
      const ratio = measured.cpuMs / one[nth]!.cpuMs
      return {
        what: `${what}: ${at + 1} ${at === 0 ? 'process' : 'processes'}`,
        values: {
          calls: measured.answers,
          'API ms': measured.api,
          'PostgreSQL ms': measured.database,
          'both ms': measured.cpuMs,
          ratio: times(ratio),
          p50: measured.p50,
          p99: measured.p99,
          '/s': measured.perSecond,
          ...(Number.isFinite(limit) && { limit: at === 0 ? '' : times(limit) }),
        },
        isPastLimit: measured.failures > 0 || ratio > limit,
      }
    }),
  )

/** Asks over all connections, one after the other, and of all processes in turn, at an even pace for so many seconds. */
async function askEvenly(server: Server, caller: Caller, path: string, seconds: number): Promise<Timed> {
  await caller.renew()
  const people = Array.from({ length: connections }, (_, nth): Person => {
    const act = async () => {
      const answer = await fetch(server.addresses[nth % server.addresses.length]! + path, { headers: caller.headersFor('GET', path) })
      await answer.arrayBuffer()
      if (answer.status !== 200) throw new Error(`${answer.status}`)
    }
    return () => ({ what: path, act })
  })
  const found = await runOpenLoop([{ people, pace: (connections * 1_000) / pace }], seconds * 1_000)
  const { latencies, errors } = found.get(path)!
  return {
    p50: latencies.at(50),
    p99: latencies.at(99),
    perSecond: latencies.count() / seconds,
    answers: latencies.count(),
    failures: [...errors.values()].reduce((sum, count) => sum + count, 0),
  }
}

/** What was measured at several addresses at the same time, as one. The percentiles are the worse of theirs. */
const sumOf = (all: Timed[]): Timed => ({
  p50: Math.max(...all.map(({ p50 }) => p50)),
  p99: Math.max(...all.map(({ p99 }) => p99)),
  perSecond: all.reduce((sum, { perSecond }) => sum + perSecond, 0),
  answers: all.reduce((sum, { answers }) => sum + answers, 0),
  failures: all.reduce((sum, { failures }) => sum + failures, 0),
})
