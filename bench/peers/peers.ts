import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'

import pg from 'pg'

import { freePort } from '#test/free-port.ts'

import type { Bench } from '../harness/bench.ts'
import { openCaller } from '../harness/caller.ts'
import { cpuOf, openDatabaseCpu } from '../harness/cpu.ts'
import type { Measurement } from '../harness/results.ts'
import { startServer } from '../harness/server.ts'
import { timeHttp } from '../lists/time-http.ts'
import { startDirectus, version } from './directus.ts'

const connections = 8
/** How many times as many pages a second ours must answer as the peer without a total. */
const least = 2

type Asked = {
  what: string
  does: string
  address: string
  path: string
  pids: number[]
  caller: Pick<Awaited<ReturnType<typeof openCaller>>, 'headersFor' | 'renew'>
}

/** The worklist beside an open peer on the same rows, and beside the same page without anything that ours promises. */
export const benchPeers: Bench = async ({ cluster, size, isQuick, say }) => {
  await cluster.fill(size)
  const { url, organisation, drop } = await cluster.copy(size)
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  const closing: (() => Promise<unknown>)[] = [() => client.end().then(drop)]
  try {
    await client.query(flatTable)
    await client.query('vacuum analyze peer.form_requests')
    const databaseCpu = await openDatabaseCpu(client)
    const server = await startServer(url)
    closing.unshift(server.stop)
    const bareServer = await startBare(url, organisation.id)
    closing.unshift(bareServer.stop)
    const directus = await startDirectus(url, await freePort(), organisation.id, say)
    closing.unshift(directus.stop)

    const ours = { address: server.address, pids: server.pids, caller: await openCaller(server) }
    const bare = { address: bareServer.address, pids: [bareServer.pid], caller: withHeaders({}) }
    const peer = { address: directus.address, pids: [directus.pid], caller: withHeaders({ authorization: `Bearer ${directus.token}` }) }
    const flat = '/items/form_requests?limit=10&sort=-created_at'
    const promised = 'sign-in and proof, isolation by the database, audit'
    const asked: Asked[] = [
      { ...bare, what: 'Fastify and pg alone: page and kept total', does: 'total', path: '/requests' },
      { ...ours, what: 'Formward: page and total', does: `${promised}, total`, path: '/api/forms/request?groupings=false&page=1&limit=10' },
      {
        ...ours,
        what: 'Formward: page, total and ten groupings',
        does: `${promised}, total, groupings`,
        path: '/api/forms/request?page=1&limit=10',
      },
      { ...peer, what: 'Directus: page', does: 'a token that never changes, a filter', path: flat },
      { ...peer, what: 'Directus: page and total', does: 'the same, total', path: `${flat}&meta=filter_count` },
      {
        ...peer,
        what: 'Directus: one grouping',
        does: 'the same, one grouping',
        path: '/items/form_requests?aggregate[count]=*&groupBy[]=status',
      },
    ]
    const rows: Measurement[] = []
    for (const { what, does, address, path, pids, caller } of asked) {
      const ask = (most: number, seconds: number) =>
        timeHttp(address, caller, path, connections, (answers, elapsed) => answers >= most || (answers > 0 && elapsed >= seconds * 1_000))
      await ask(500, isQuick ? 3 : 15)
      const before = { server: cpuOf(pids), database: databaseCpu() }
      const timed = await ask(2_000, isQuick ? 5 : 30)
      const [ofServer, ofDatabase] = [cpuOf(pids) - before.server, databaseCpu() - before.database]
      rows.push({
        what,
        values: {
          'what it does': does,
          calls: timed.answers,
          '/s': timed.perSecond,
          p50: timed.p50,
          'server ms': ofServer / timed.answers,
          'PostgreSQL ms': ofDatabase / timed.answers,
        },
        isPastLimit: timed.failures > 0,
      })
      say(`${what}: ${timed.perSecond.toFixed(0)} a second`)
    }
    const perSecond = (what: string) => Number(rows.find((row) => row.what === what)!.values['/s'])
    const page = rows.find(({ what }) => what === 'Formward: page and total')!
    page.isPastLimit ||= perSecond('Formward: page and total') < least * perSecond('Directus: page')
    return [
      {
        title: `Beside an open peer, with ${size.toLocaleString('en-GB')} form requests`,
        about: `Directus ${version} on the same PostgreSQL and processor, with the same rows in one flat table that has an index for the order, and the statement of ours by Fastify and pg alone, which is the least that an answer costs. ${connections} connections, warm; milliseconds of processor time for each call. Limit: ${least} × as many pages a second as Directus without a total.`,
        rows,
      },
    ]
  } finally {
    for (const close of closing) await close()
  }
}

/** What a form request shows in the worklist, without joins. */
const flatTable = `
  create schema peer;
  create table peer.form_requests as
    select r.id, r.organisation_id, r.status, r.specialty, r.location, r.pathway_id, r.is_urgent, r.created_at, r.updated_at, r.completed_at,
      r.expires_at, p.first_name, p.last_name, p.nhs_number, p.date_of_birth, f.title as form
    from form_requests r
    join patients p on p.organisation_id = r.organisation_id and p.id = r.patient_id
    join forms f on f.organisation_id = r.organisation_id and f.id = r.form_id;
  alter table peer.form_requests add primary key (id);
  create index on peer.form_requests (organisation_id, created_at desc);
  create index on peer.form_requests (organisation_id, status);
  create table peer.counters (organisation_id uuid primary key, count bigint not null);
  insert into peer.counters select organisation_id, count(*) from form_requests group by 1`

const withHeaders = (headers: Record<string, string>) => ({
  headersFor: () => headers as ReturnType<Asked['caller']['headersFor']>,
  renew: async () => {},
})

async function startBare(databaseUrl: string, organisationId: string) {
  const port = await freePort()
  const child = spawn(process.execPath, [join(import.meta.dirname, 'bare.ts'), organisationId, String(port)], {
    env: { ...process.env, DATABASE_URL: databaseUrl },
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  await once(child.stdout, 'data')
  return {
    address: `http://127.0.0.1:${port}`,
    pid: child.pid!, // it has said that it is ready
    stop: async () => {
      const exited = once(child, 'exit')
      child.kill('SIGTERM')
      await exited
    },
  }
}
