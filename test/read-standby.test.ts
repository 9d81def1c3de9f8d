import { chmodSync, mkdtempSync, readFileSync, rmSync, statSync } from 'node:fs'
import { createServer, type Socket } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

import { sql } from 'kysely'
import readExcelFile from 'read-excel-file/node'
import { beforeAll, describe, expect, test } from 'vitest'

import type { ExportJob } from '#contract/exports.ts'
import { startEmbeddedPostgres } from '#database/embedded.ts'
import { postmasterPid, send } from '#database/embedded/postmaster.ts'
import { migrate } from '#database/migrate.ts'
import { verifyAudit } from '#server/audit/chain/verify-audit.ts'
import { runInThread } from '#server/exports/export.job.ts'
import { createApp } from '#server/app.ts'
import type { Context } from '#server/platform/context.ts'
import { workerActor } from '#server/platform/jobs.ts'
import { ofThisOrganisation } from '#server/platform/name-organisation.sql.ts'
import { openReadStandby, readOnStandby, readRecent } from '#server/platform/read-standby.ts'
import { runReport } from '#server/reports/report.job.ts'
import { makeQueues } from '#server/workers.ts'

import { atEndOfFile } from './end-of-file.ts'
import { eventually, openOrganisation } from './organisation.ts'
import { startProcess } from './processes.ts'
import { production } from './production.ts'
import { aForm, answered, aPatient, aRequest } from './requests.ts'
import { openStandby } from './standby.ts'
import { asApplication, ask, testServerOn } from './test-server.ts'
import { stepsOf } from './worker-steps.ts'

const folder = mkdtempSync(join(tmpdir(), 'formward-standby-'))
chmodSync(folder, 0o711) // as root the database runs under another account, which has to pass through
const [primaryDir, standbyDir] = [join(folder, 'primary'), join(folder, 'standby')]

let primary: Awaited<ReturnType<typeof startEmbeddedPostgres>>
let standby: Awaited<ReturnType<typeof openStandby>>

beforeAll(async () => {
  // A commit waits for its place in the log, as in production, and nothing waits for the disk.
  primary = await startEmbeddedPostgres({ dataDir: primaryDir, sharedBuffers: 128 })
  await ask(primary.url(), 'alter system set fsync = off')
  await ask(primary.url(), 'select pg_reload_conf()')
  await migrate(primary.url(), makeQueues, { application: 'formward_app' })
  // The standby's own log tells which statements it has answered.
  standby = await openStandby({ url: primary.url(), dataDir: primaryDir }, standbyDir, {
    settings: ['log_min_duration_statement = 0', 'max_standby_streaming_delay = 100ms'],
  })
  atEndOfFile(async () => {
    await standby.stop()
    await primary.stop()
    rmSync(folder, { recursive: true, force: true })
  })
  await testServerOn({ url: primary.url(), readUrl: standby.url })
})

const logFile = join(standbyDir, 'server.log')

/** What happens meanwhile on the standby, as its own log tells it. */
async function onStandby<T>(work: () => Promise<T>) {
  const start = statSync(logFile).size
  const result = await work()
  return { result, statements: readFileSync(logFile).subarray(start).toString() }
}

const pause = () => ask(standby.url, 'select pg_wal_replay_pause()')
const resume = () => ask(standby.url, 'select pg_wal_replay_resume()')

/** When the standby is asked again, after it was too slow or away. */
const untilUsed = (read: () => Promise<unknown>) => eventually(async () => (await onStandby(read)).statements.includes('set_config'))

const logOf = ({ id }: { id: string }) => `/api/tenants/tenant/${id}/logs`
const eventsIn = (response: { json: () => { docs: { eventType: string }[] } }) => response.json().docs.map(({ eventType }) => eventType)

describe('reads that may be a moment old, with a standby', () => {
  test('GET /tenant/:id/logs is answered by the standby, has what the caller did just before, and is audited on the primary (OPS-5, AUD-4)', async () => {
    const ward = await openOrganisation()
    const ada = await ward.staff('Admin')
    const grace = await aPatient(ward)
    await ada.get(`/api/patients/patient?id=${grace.id}`)

    const { result, statements } = await onStandby(() => ada.get(logOf(ward)))

    expect(eventsIn(result)).toEqual(['patientRead'])
    expect(statements).toContain('audit_events')
    expect(statements).not.toContain('insert into audit_events')
    const trail = await ward.query("select patient_ids from audit_events where organisation_id = $1 and event_type = 'tenantLogsRead'", [
      ward.id,
    ])
    expect(trail).toEqual([{ patient_ids: [grace.id] }])
  })

  test('GET /form/:id/analytics is answered by the standby, within the organisation and the wards of the caller (OPS-5, ORG-7, MEM-4)', async () => {
    const [ward, other] = [await openOrganisation({ wardAccess: 'assigned' }), await openOrganisation()]
    const [ada, limited, stranger] = [await ward.staff('Admin'), await ward.staff('Forms User'), await other.staff('Admin')]
    const form = await aForm(ward)
    const request = await aRequest(ward, { formId: form.id, status: 'completed', completedAt: '2026-06-10T12:00:00Z' })
    await answered(ward, request, { needed: 'yes' })
    const address = `/api/forms/form/${form.id}/analytics`

    const { result, statements } = await onStandby(async () => [
      await ada.get(address),
      await limited.get(address),
      await stranger.get(address),
    ])

    expect(result.map((response) => response.json<{ sent?: number }>().sent)).toEqual([1, 0, undefined])
    expect(result[2]?.statusCode).toBe(404)
    expect(statements.match(/set_config\('app\.organisation_id'/g)?.length).toBeGreaterThanOrEqual(3)
    expect((await ward.auditTrail()).filter(({ event_type }) => event_type === 'formAnalyticsRead')).toHaveLength(2)
  })

  test('the standby shows an organisation its own rows alone, also to a query that names another (OPS-5, ORG-7)', async () => {
    const [ward, other] = [await openOrganisation(), await openOrganisation()]
    await aPatient(ward)
    await aPatient(other)
    const { services } = await testServerOn({ url: primary.url() })
    const count = async ({ tx }: Context) => {
      const patientsOf = ({ id }: { id: string }) => sql`(select count(*)::int from patients where organisation_id = ${id}::uuid)`
      const { rows } = await sql<{ own: number; others: number; isStandby: boolean; role: string }>`
        select ${patientsOf(ward)} as own, ${patientsOf(other)} as others, pg_is_in_recovery() as "isStandby", current_user::text as role`.execute(
        tx,
      )
      return rows[0]
    }

    const found = await readOnStandby({ services, organisationId: ward.id, actor: workerActor(ward.id), during: 'job' }, count)

    expect(found).toEqual({ result: { own: 1, others: 0, isStandby: true, role: 'formward_app' } })
  })

  test('an export reads its pages on the standby, in its own thread too, and each page is audited on the primary (OPS-5, EXP-2, AUD-4)', async () => {
    const ward = await openOrganisation()
    const ada = await ward.staff()
    const request = await aRequest(ward, { status: 'completed', completedAt: '2026-06-10T12:00:00Z' })
    await answered(ward, request, { needed: 'yes' })
    const exports = '/api/forms/request/export'
    const { id } = (await ada.post(exports, { hasPersonalData: true, reason: 'Audit' })).json<{ id: string }>()

    const before = await readsOfStandby()
    const { statements } = await onStandby(() => runInThread(stepsOf(ward), { exportId: id }))

    const job = (await ada.get(`${exports}?id=${id}`)).json<ExportJob>()
    expect(job).toMatchObject({ status: 'completed', totalRows: 1 })
    const tabs = await readExcelFile((await ada.get(job.downloadUrl!)).rawPayload)
    expect(JSON.stringify(tabs)).toContain(request.id)
    expect(statements).toContain('from "form_requests" as "r"')
    expect(statements).toContain('from "submissions"')
    expect(await readsOfStandby(), 'those of the thread are counted too').toBeGreaterThan(before)
    expect((await ward.auditTrail()).map(({ event_type }) => event_type)).toContain('patientsExported')
  })

  test.each(['metrics', 'form_requests'])(
    'a report of %s reads on the standby and is stored on the primary (OPS-5, REP-1)',
    async (type) => {
      const ward = await openOrganisation()
      const ada = await ward.staff('Forms OrgAdmin')
      await aRequest(ward, { createdAt: '2026-06-10T09:00:00Z' })
      const { id } = (await ada.post('/api/forms/report', { type, organisationId: ward.id, month: '2026-06' })).json<{ id: string }>()

      const { statements } = await onStandby(() => runReport(stepsOf(ward), { reportId: id }))

      const file = await ada.get(`/api/forms/report/${id}`)
      expect(file.statusCode).toBe(200)
      expect(statements).toContain('form_requests')
      expect(await ward.query('select from report_months where organisation_id = $1', [ward.id])).toHaveLength(type === 'metrics' ? 1 : 0)
    },
  )

  test('GET /tenant/:id/logs/export and the verification of the audit log read the events on the standby (OPS-5, AUD-2, AUD-4)', async () => {
    const ward = await openOrganisation()
    const ada = await ward.staff('Admin')
    const grace = await aPatient(ward)
    await ada.get(`/api/patients/patient?id=${grace.id}`)
    const { services } = await testServerOn({ url: primary.url() })

    const exported = await onStandby(() => ada.get(`${logOf(ward)}/export`))
    const verified = await onStandby(() => verifyAudit(services, { organisationId: ward.id }))

    expect(exported.result.statusCode).toBe(200)
    expect(exported.statements).toContain('audit_events')
    const trail = await ward.query("select patient_ids from audit_events where organisation_id = $1 and event_type = 'patientsExported'", [
      ward.id,
    ])
    expect(trail).toEqual([{ patient_ids: [grace.id] }])
    expect(verified.result).toMatchObject({ broken: [], events: 3 })
    expect(verified.statements).toContain('audit_checkpoints')
  })

  test('GET /metrics: tells the lag of the standby and which server answered (OPS-5, OPS-7)', async () => {
    const ward = await openOrganisation()
    await (await ward.staff('Admin')).get(logOf(ward))

    const body = await scrape()

    expect(body).toMatch(/^standby_reads_total\{answered_by="standby"\} [1-9]/m)
    expect(body).toMatch(/^read_standby_lag_bytes \d+$/m)
  })
})

const readsOfStandby = async () => Number(/^standby_reads_total\{answered_by="standby"\} (\d+)/m.exec(await scrape())?.[1])

async function scrape() {
  const { services } = await testServerOn({ url: primary.url() })
  const METRICS_TOKEN = 'a token for the metrics'
  const app = await createApp({ services: { ...services, config: { ...services.config, METRICS_TOKEN } }, identify: async () => undefined })
  const { body } = await app.inject({ url: '/metrics', headers: { authorization: `Bearer ${METRICS_TOKEN}` } })
  await app.close()
  return body
}

describe('a standby that cannot answer', () => {
  test('is behind: the caller sees what they did just before, from the primary, until the standby has caught up (OPS-5)', async () => {
    const ward = await openOrganisation()
    const ada = await ward.staff('Admin')
    const grace = await aPatient(ward)
    await pause()
    await ada.get(`/api/patients/patient?id=${grace.id}`)

    const behind = await onStandby(() => ada.get(logOf(ward)))
    const resting = await onStandby(() => ada.get(logOf(ward)))
    await resume()

    expect(eventsIn(behind.result)).toEqual(['patientRead'])
    expect(behind.statements).not.toContain('audit_events')
    expect(eventsIn(resting.result)).toEqual(['tenantLogsRead', 'patientRead'])
    expect(resting.statements, 'it is left alone for a while').not.toContain('set_config')
    await untilUsed(() => ada.get(logOf(ward)))
  })

  test.each([
    ['cancels the query', '57014', () => sql`select pg_cancel_backend(pg_backend_pid()), pg_sleep(10)`],
    ['ends the connection', '57P01', () => sql`select pg_terminate_backend(pg_backend_pid()), pg_sleep(10)`],
    ['is asked to write', '25006', () => sql`delete from wards where ${ofThisOrganisation('wards')}`],
  ])('%s: the primary answers, without an error (OPS-5)', async (_what, cause, failing) => {
    const ward = await openOrganisation()
    const outcomes: unknown[] = []
    const { services, reader } = await readerOf(ward.id, (outcome) => outcomes.push(outcome))

    const answer = await readRecent(reader, async ({ tx }) => {
      if (await isStandby(tx)) await failing().execute(tx)
      return 'of the primary'
    })

    expect(answer).toBe('of the primary')
    expect(outcomes).toEqual([{ answeredBy: 'primary', cause }])
    await services.standby.close()
  })

  test('must replay a lock that conflicts with the query: the primary answers, without an error (OPS-5)', async () => {
    const ward = await openOrganisation()
    const outcomes: unknown[] = []
    const { services, reader } = await readerOf(ward.id, (outcome) => outcomes.push(outcome))

    const answer = await readRecent(reader, async ({ tx }) => {
      await sql`select from wards where ${ofThisOrganisation('wards')}`.execute(tx)
      if (!(await isStandby(tx))) return 'of the primary'
      await ward.query('vacuum full wards')
      await sql`select pg_sleep(60)`.execute(tx)
      return 'of the standby'
    })

    expect(answer).toBe('of the primary')
    expect(outcomes).toEqual([{ answeredBy: 'primary', cause: '40001' }])
    await services.standby.close()
  })

  test('DATABASE_READ_URL that names the primary, or another database: the primary answers (OPS-5)', async () => {
    const ward = await openOrganisation()
    for (const [address, cause] of [
      [primary.url(), 'not_a_standby'],
      [standby.url.replace('/formward', '/postgres'), 'another_history'],
    ] as const) {
      const outcomes: unknown[] = []
      const { services, reader } = await readerOf(ward.id, (outcome) => outcomes.push(outcome), address)

      expect(await readRecent(reader, ({ tx }) => isStandby(tx))).toBe(false)
      expect(outcomes).toEqual([{ answeredBy: 'primary', cause }])
      await services.standby.close()
    }
  })

  test('takes connections and never answers: the primary answers after a short wait, and then at once (OPS-5, SAFE-4)', async () => {
    const ward = await openOrganisation()
    const silent = mkdtempSync(join(folder, 'silent-'))
    const sockets: Socket[] = []
    const server = createServer((socket) => void sockets.push(socket)).listen(join(silent, '.s.PGSQL.5432'))
    const outcomes: unknown[] = []
    const address = standby.url.replace(new URL(standby.url).host, encodeURIComponent(silent))
    const { services, reader } = await readerOf(ward.id, (outcome) => outcomes.push(outcome), address)

    const answers = [await readRecent(reader, ({ tx }) => isStandby(tx)), await readRecent(reader, ({ tx }) => isStandby(tx))]

    expect(answers).toEqual([false, false])
    expect(outcomes).toEqual([
      { answeredBy: 'primary', cause: 'no_answer' },
      { answeredBy: 'primary', cause: 'no_answer' },
    ])
    expect(sockets, 'it is left alone for a while').toHaveLength(1)
    for (const socket of sockets) socket.destroy()
    server.close()
    await services.standby.close()
  })

  test('a connection with more rights than the application has is refused, and a start says so (OPS-5, ORG-7)', async () => {
    const address = `${standby.url}?options=${encodeURIComponent('-c timezone=UTC')}` // the address is stronger than the options
    const started = startProcess('worker.ts', {
      ...production,
      DATABASE_URL: asApplication(primary.url()),
      DATABASE_OWNER_URL: primary.url(),
      DATABASE_READ_URL: address,
    })

    expect(await started.ended).toBe(1)
    expect(started.said.err).toMatch(/^DATABASE_READ_URL: a connection has the rights of postgres/)
  })

  test('several hosts: the one that is a standby is used (OPS-5)', async () => {
    const ward = await openOrganisation()
    const hosts = [primary.url(), standby.url].map((url) => new URL(url).host)
    const { services, reader } = await readerOf(ward.id, () => {}, standby.url.replace(hosts[1]!, hosts.join(',')))

    expect(await readRecent(reader, ({ tx }) => isStandby(tx))).toBe(true)
    await services.standby.close()
  })

  test('is killed: calls are answered by the primary, and the standby is used again when it is back (OPS-5, SAFE-4)', async () => {
    const ward = await openOrganisation()
    const ada = await ward.staff('Admin')
    await untilUsed(() => ada.get(logOf(ward)))

    send(postmasterPid(standbyDir)!, 'SIGKILL')
    await eventually(async () =>
      ask(standby.url, 'select 1').then(
        () => false,
        () => true,
      ),
    )
    const during = [await ada.get(logOf(ward)), await ada.get(logOf(ward))]
    const body = await scrape()
    await standby.stop()
    const restarted = await startEmbeddedPostgres({ dataDir: standbyDir, sharedBuffers: 128 })
    atEndOfFile(restarted.stop)

    expect(during.map(({ statusCode }) => statusCode)).toEqual([200, 200])
    expect(body).not.toMatch(/^read_standby_lag_bytes \d/m)
    await untilUsed(() => ada.get(logOf(ward)))
  })

  test('is promoted while a connection is open: the primary answers (OPS-5)', async () => {
    const ward = await openOrganisation()
    const outcomes: unknown[] = []
    const { services, reader } = await readerOf(ward.id, (outcome) => outcomes.push(outcome))
    expect(await readRecent(reader, ({ tx }) => isStandby(tx))).toBe(true)

    await ask(standby.url, 'select pg_promote()')
    await readRecent(reader, ({ tx }) => isStandby(tx))

    expect(outcomes).toEqual([{ answeredBy: 'standby' }, { answeredBy: 'primary', cause: 'not_a_standby' }])
    await services.standby.close()
  })
})

const isStandby = async (tx: Context['tx']) => (await sql<{ is: boolean }>`select pg_is_in_recovery() as is`.execute(tx)).rows[0]!.is

type Report = Parameters<typeof openReadStandby>[2]['report']

/** A reader with a standby of its own. */
async function readerOf(organisationId: string, report: Report, readUrl = standby.url) {
  const { services: before } = await testServerOn({ url: primary.url() })
  const services = { ...before, standby: openReadStandby(asApplication(readUrl), before.db, { max: 1, report }) }
  return { services, reader: { services, organisationId, actor: workerActor(organisationId), during: 'job' } as const }
}
