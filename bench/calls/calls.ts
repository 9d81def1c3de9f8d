import pg from 'pg'

import type { RequestFilters } from '#contract/request-filters.ts'
import { toQueryString } from '#web/api/query-string.ts'

import { patientOf } from '../filling/patients.ts'
import type { Bench } from '../harness/bench.ts'
import { openCaller } from '../harness/caller.ts'
import { cpuOf, openDatabaseCpu } from '../harness/cpu.ts'
import type { Measurement } from '../harness/results.ts'
import { startServer } from '../harness/server.ts'
import { watchStatements } from '../harness/statements.ts'
import { timeHttp } from '../lists/time-http.ts'

/**
 * Most statements and milliseconds of processor time (API and PostgreSQL) that a call may need, and its median over one connection in
 * milliseconds, or as a multiple of the first call, which asks for almost nothing.
 */
type Limit = { statements?: number; cpuMs?: number; p50?: number; ofAnyCall?: number }
type Call = { what: string; path: string; limit?: Limit }

/** As many as a pool has, so that each has its plans after the warm-up. */
const connections = 8
const warmUp = 200

/**
 * What one call costs, warm: the processor time of the API and of PostgreSQL, which neighbours hardly change, and the statements that it
 * sends, beside how long it takes.
 */
export const benchCalls: Bench = async ({ cluster, size, isQuick, say }) => {
  await cluster.fill(size)
  const { url, organisation, drop } = await cluster.copy(size)
  const statements = watchStatements()
  const server = await startServer(url, { environment: statements.environment })
  const [caller, admin] = [await openCaller(server), await openCaller(server, 'orgadmin')]
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  const databaseCpu = await openDatabaseCpu(client)
  const middle = Math.floor(size / 20) // of ten a page
  const someone = patientOf(organisation, Math.floor(size / 3))
  const idOf = async (text: string) => (await client.query<{ id: string }>(text, [organisation.id])).rows[0]!.id
  const request = await idOf(`select id from form_requests where organisation_id = $1 and status = 'completed' order by id limit 1`)
  const patient = await idOf('select id from patients where organisation_id = $1 order by id limit 1')
  const form = organisation.forms[0]!.id
  const day = (back: number) => new Date(organisation.now - back * 86_400_000).toISOString().slice(0, 10)
  const calls: Call[] = [
    { what: 'any call: who is signed in', path: '/api/tenants/tenant/member/me', limit: { statements: 6, cpuMs: 2.2 } },
    { what: 'worklist, page 1', path: '/api/forms/request?groupings=false&page=1&limit=10', limit: { cpuMs: 4.5 } },
    { what: 'worklist, page 1 with the numbers beside the filters', path: '/api/forms/request?page=1&limit=10' },
    { what: 'numbers beside the filters', path: '/api/forms/request/groupings', limit: { cpuMs: 4 } },
    { what: 'patients, page 1', path: '/api/patients/patient?page=1&limit=10', limit: { cpuMs: 3.5 } },
    { what: 'messages, page 1', path: '/api/forms/message?page=1&limit=10' },
    { what: 'waiting list, page 1', path: '/api/forms/waiting-list?page=1&limit=10' },
    { what: 'form request, details', path: `/api/forms/request/${request}`, limit: { p50: 15 } },
    { what: 'patient, details', path: `/api/patients/patient?id=${patient}` },
    { what: 'dashboard, now', path: '/api/forms/dashboard', limit: { p50: 30 } },
    { what: 'dashboard, 30 days', path: `/api/forms/dashboard/responses?${toQueryString({ from: day(29), to: day(0) })}` },
    { what: 'forms', path: '/api/forms/form?page=1&limit=10' },
    { what: 'form, responses', path: `/api/forms/form/${form}/responses?page=1&limit=10`, limit: { p50: 20 } },
    { what: 'form, analytics', path: `/api/forms/form/${form}/analytics`, limit: { p50: 150 } },
    { what: 'worklist, page in the middle', path: worklist({}, middle), limit: { p50: 120 } },
    { what: 'patients, page in the middle', path: `/api/patients/patient?page=${middle}&limit=10`, limit: { p50: 120 } },
    { what: 'worklist, submitted in a year', path: worklist({ submittedFrom: day(500), submittedTo: day(135) }), limit: { p50: 100 } },
    {
      what: 'worklist, completed, unassigned, a specialty',
      path: worklist({ status: ['completed'], assignee: ['none'], specialty: [organisation.forms[0]!.specialties[0]!] }),
      limit: { p50: 100 },
    },
    ...['s', '9'].flatMap((search) => [
      { what: `worklist, “${search}”`, path: worklist({ search }), limit: { p50: 100 } },
      { what: `patients, “${search}”`, path: patients(search), limit: { p50: 100 } },
    ]),
    ...['xylophone', someone.nhs_number ?? someone.local_patient_id ?? 'R1000000'].flatMap((search) => {
      const what = search === 'xylophone' ? '“xylophone”' : 'a whole number'
      return [
        { what: `worklist, ${what}`, path: worklist({ search }), limit: { ofAnyCall: 1.3 } },
        { what: `patients, ${what}`, path: patients(search), limit: { ofAnyCall: 1.3 } },
      ]
    }),
  ]
  const asAdmin: Call[] = [{ what: 'audit log, page 1', path: `/api/tenants/tenant/${organisation.id}/logs?page=1&limit=10` }]
  const afterChanges: Call[] = [
    { what: 'numbers beside the filters, 50,000 changes and no worker', path: '/api/forms/request/groupings', limit: { cpuMs: 6 } },
  ]
  const most = isQuick ? 300 : 1_000
  const rows: Measurement[] = []
  let anyCall: number | undefined
  try {
    for (const [who, asked] of [
      [caller, calls],
      [admin, asAdmin],
      [caller, afterChanges],
    ] as const) {
      if (asked === afterChanges) await changeMany(client, organisation.id)
      // The code is compiled by V8 while it runs: the first calls of a process are the dearest, whichever they are.
      for (const { path } of asked)
        await timeHttp(server.address, who, path, connections, (answers, elapsed) => answers >= warmUp || (answers > 0 && elapsed >= 3_000))
      for (const { what, path, limit = {} } of asked) {
        const ask = (many: number, count: number, seconds: number) =>
          timeHttp(server.address, who, path, many, (answers, elapsed) => answers >= count || (answers > 0 && elapsed >= seconds * 1_000))
        await ask(connections, warmUp, isQuick ? 3 : 20)
        const alone = await ask(1, isQuick ? 50 : 200, isQuick ? 3 : 10)
        const look = async () => ({ statements: await statements.settled(), api: cpuOf(server.pids), database: databaseCpu() })
        const before = await look()
        const together = await ask(connections, most, isQuick ? 5 : 30)
        const after = await look()
        const each = (key: 'statements' | 'api' | 'database') => (after[key] - before[key]) / together.answers
        const cpuMs = each('api') + each('database')
        anyCall ??= alone.p50
        rows.push({
          what,
          values: {
            calls: together.answers,
            statements: each('statements').toFixed(1),
            'API ms': each('api'),
            'PostgreSQL ms': each('database'),
            'both ms': cpuMs,
            'p50 (1)': alone.p50,
            [`p50 (${connections})`]: together.p50,
            [`p99 (${connections})`]: together.p99,
            '/s': together.perSecond,
            limit: limitInWords(limit),
          },
          isPastLimit:
            alone.failures + together.failures > 0 ||
            Math.round(each('statements')) > (limit.statements ?? Infinity) ||
            cpuMs > (limit.cpuMs ?? Infinity) ||
            alone.p50 > (limit.p50 ?? Infinity) ||
            alone.p50 > (limit.ofAnyCall ?? Infinity) * anyCall,
        })
        say(`${what}: ${each('statements').toFixed(1)} statements, ${cpuMs.toFixed(2)} ms`)
      }
    }
  } finally {
    await client.end()
    await server.stop()
    statements.close()
    await drop()
  }
  return [
    {
      title: `What a call costs, with ${size.toLocaleString('en-GB')} form requests`,
      about: `Signed in (DPoP), over HTTP, with the whole response, after ${warmUp} calls that are not counted. Milliseconds; “API ms” and “PostgreSQL ms” are processor time for each call, at ${connections} connections that ask at once, each again after its answer; in brackets the number of connections; “/s” are answers a second.`,
      rows,
    },
  ]
}

/**
 * Changes 25,000 form requests: each is one less with the old values and one more with the new. No worker folds these 50,000 changes; the first call of
 * the warm-up has the API fold them.
 */
const changeMany = (client: pg.Client, organisationId: string) =>
  client.query(
    `update form_requests set event = event || ' (moved)'
     where organisation_id = $1 and id in (select id from form_requests where organisation_id = $1 order by created_at desc, id desc limit 25000)`,
    [organisationId],
  )

const worklist = (filters: RequestFilters, page = 1) =>
  `/api/forms/request?${toQueryString({ groupings: false, page, limit: 10, filters })}`
const patients = (search: string) => `/api/patients/patient?${toQueryString({ page: 1, limit: 10, filters: { search } })}`

const limitInWords = ({ statements, cpuMs, p50, ofAnyCall }: Limit) =>
  [
    ...(statements === undefined ? [] : [`${statements} statements`]),
    ...(cpuMs === undefined ? [] : [`${cpuMs} ms both`]),
    ...(p50 === undefined ? [] : [`p50 ${p50} ms`]),
    ...(ofAnyCall === undefined ? [] : [`p50 ${ofAnyCall} × any call`]),
  ].join(', ')
