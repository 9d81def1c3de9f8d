import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { chmodSync, existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'

import { describe, expect, onTestFinished, test } from 'vitest'

import { postmasterPid, send } from '#database/embedded/postmaster.ts'
import { demoPassword } from '#domain/demo-accounts.ts'
import { readConfig } from '#server/config.ts'
import { openServices } from '#server/open-services.ts'
import { startWorkers } from '#server/workers.ts'

import { asApplication, ask, emptyDatabase, freshDatabase } from './test-server.ts'
import { eventually } from './organisation.ts'
import { freePort } from './free-port.ts'
import { startProcess } from './processes.ts'
import { production } from './production.ts'
import { enterPassword, signInByHttp, startSignIn } from './sign-in.ts'

const patient = 'user@demo.formward.example'
const metricsToken = 'of a test, sixteen or more'

describe('Starting and stopping', () => {
  test('a bad value stops the start with one line that names the variable and what it expects (RUN-4)', async () => {
    const started = startProcess('main.ts', { PORT: 'three thousand' })

    expect(await started.ended).toBe(1)
    expect(started.said.err).toBe('PORT: expects a whole number from 0 to 65535\n')
    expect(started.said.out).toBe('')
  })

  test('on a database of its own a start without the variables that must be chosen ends with one line for each, a misspelt one among them (RUN-4)', async () => {
    const started = startProcess('main.ts', { DATABASE_URL: 'postgresql://formward@db.example/formward', APP_SECRT: 'x'.repeat(32) })

    expect(await started.ended).toBe(1)
    const lines = started.said.err.trimEnd().split('\n')
    expect(lines.map((line) => line.split(':')[0])).toEqual([
      'APP_SECRET',
      'TRUST_PROXY',
      'NOTIFICATION_TRANSPORT',
      'APP_SECRT',
      'DATABASE_URL',
    ])
    expect(lines[3]).toContain('Did you mean APP_SECRET?')
    expect(started.said.out).toBe('')
  })

  test('two processes start at once on an empty database; demo accounts exist only if requested (RUN-3, RUN-7)', async () => {
    const url = await emptyDatabase()
    const port = await freePort()
    const [api, worker] = [
      startProcess('main.ts', { ...production, DATABASE_URL: url, PORT: String(port) }, ['api']),
      startProcess('worker.ts', { ...production, DATABASE_URL: url }),
    ]
    await Promise.all([api.says('Formward is ready'), worker.says('Formward is working')])

    expect((await fetch(`http://localhost:${port}/health/ready`)).status).toBe(200)
    expect(await ask(url, 'select count(*)::int as organisations from organisations where not is_system')).toEqual([{ organisations: 0 }])
    expect(api.said.out).not.toContain('@demo.formward.example')
  })

  test('an idle worker asks the database a few times a second, and not for each of its queues (OPS-7)', async () => {
    const url = await freshDatabase()
    const worker = startProcess('worker.ts', { ...production, DATABASE_URL: url })
    await worker.says('Formward is working')
    const commits = async () => {
      const [row] = await ask(
        url,
        'select pg_stat_force_next_flush(), xact_commit::int as n from pg_stat_database where datname = current_database()',
      )
      return Number(row!['n'])
    }
    const inFiveSeconds = async () => {
      const before = await commits()
      await new Promise((resolve) => setTimeout(resolve, 5_000))
      return (await commits()) - before
    }
    // What it did at its start is in the statistics only after some seconds. Each loop of each queue asking every five seconds made 200.
    await eventually(async () => (await inFiveSeconds()) < 50, 60)
  })

  test('a process reports its health, logs nothing about people, and stops with 0 on a signal (RUN-5, RUN-6)', async () => {
    const [url, port] = [await freshDatabase(), await freePort()]
    const baseUrl = `http://localhost:${port}`
    const started = startProcess('main.ts', {
      ...production,
      DATABASE_URL: url,
      PORT: String(port),
      DEMO: 'true',
      METRICS_TOKEN: metricsToken,
    })
    await started.says('Formward is ready')

    expect(await (await fetch(`${baseUrl}/health/live`)).json()).toEqual({ live: true })
    const measure = (authorization: string) => fetch(`${baseUrl}/metrics`, { headers: { authorization } })
    expect(await (await measure(`Bearer ${metricsToken}`)).text()).toContain('http_request_duration_seconds')
    for (const wrong of ['', 'Bearer ', `Bearer ${metricsToken}x`, metricsToken]) expect((await measure(wrong)).status).toBe(404)
    const ada = await signInByHttp(baseUrl, patient, demoPassword)
    const list = (await (await ada.call('GET', '/api/patients/patient?filters[search]=Smith')).json()) as {
      docs: { lastName: string; nhsNumber: string }[]
    }
    expect(list.docs.length).toBeGreaterThan(0)
    await started.kill('SIGTERM')

    expect(await started.ended).toBe(0)
    const log = started.said.out.split('\n').filter((line) => line.startsWith('{'))
    const asked = log.map((line) => JSON.parse(line) as Record<string, unknown>).find(({ route }) => route === '/api/patients/patient')
    expect(asked).toMatchObject({ method: 'GET', status: 200, requestId: expect.stringMatching(/^[0-9a-f-]{36}$/) as string })
    for (const { lastName, nhsNumber } of list.docs) expect(log.join('\n')).not.toMatch(new RegExp(`${lastName}|${nhsNumber}`))
    expect(log.join('\n')).not.toMatch(/Smith|eyJ|@demo/)
  })

  test('the demonstration is filled once: a second start keeps the changes (RUN-1)', async () => {
    const url = await freshDatabase()
    for (const round of [1, 2]) {
      const port = await freePort()
      const started = startProcess('main.ts', { ...production, DATABASE_URL: url, PORT: String(port), DEMO: 'true' })
      await started.says('Formward is ready')
      expect(started.said.out).toContain('clinician@demo.formward.example')
      if (round === 1)
        await ask(url, `update patients set first_name = 'Changed' where nhs_number = (select min(nhs_number) from patients)`)
      await started.kill('SIGTERM')
    }

    const [counts] = await ask(
      url,
      `select (select count(*)::int from organisations where not is_system) as organisations, (select count(*)::int from patients) as patients,
            (select count(*)::int from forms) / 3 as forms, (select count(distinct status)::int from form_requests) as statuses,
            (select count(*)::int from form_requests) as requests, (select count(*)::int from patients where nhs_number not like '999%') as real_people,
            (select count(*)::int from patients where first_name = 'Changed') as changed`,
    )
    expect(counts).toMatchObject({ organisations: 4, forms: 7, statuses: 7, real_people: 0, changed: 1 })
    expect(counts!['patients']).toBeGreaterThan(290)
    expect(counts!['requests']).toBeGreaterThan(1_950)
  })

  test('a demonstration that is started again without DEMO on the same data folder lets none of its accounts sign in or continue, until it is a demonstration again (RUN-1, SIGN-8)', async () => {
    const dataDir = mkdtempSync(join(tmpdir(), 'formward-demo-'))
    chmodSync(dataDir, 0o711) // as root the database runs under another account, which has to pass through
    onTestFinished(() => rmSync(dataDir, { recursive: true, force: true }))
    const [port, administrator] = [await freePort(), 'sysadmin@demo.formward.example']
    const baseUrl = `http://localhost:${port}`
    const start = async (DEMO: string) => {
      const started = startProcess('main.ts', { DATA_DIR: dataDir, PORT: String(port), DEMO })
      await started.says('Formward is ready')
      return started
    }
    const tryPassword = async (emailAddress: string) => (await enterPassword(await startSignIn(baseUrl), emailAddress, demoPassword)).status

    const demonstration = await start('true')
    const ada = await signInByHttp(baseUrl, patient, demoPassword)
    const root = await signInByHttp(baseUrl, administrator, demoPassword)
    await demonstration.kill('SIGTERM')

    const real = await start('false')
    for (const { call, refresh } of [ada, root]) {
      expect((await call('GET', '/api/tenants/tenant/member/me')).status).toBe(401)
      expect((await refresh()).tokens).toMatchObject({ error: 'invalid_grant' })
    }
    expect([await tryPassword(patient), await tryPassword(administrator)]).toEqual([401, 401])
    await real.kill('SIGTERM')

    await start('true')
    expect(await tryPassword(patient)).toBe(303)
  })

  test('two API processes and two workers on one database: a session works on both, and a message is sent once (RUN-3)', async () => {
    const [url, one, other] = [await freshDatabase(), await freePort(), await freePort()]
    const baseUrl = `http://localhost:${one}`
    const shared = { ...production, DATABASE_URL: url, DEMO: 'true', PUBLIC_URL: baseUrl }
    const apis = [one, other].map((port) => startProcess('main.ts', { ...shared, PORT: String(port) }, ['api']))
    const workers = [startProcess('worker.ts', shared), startProcess('worker.ts', shared)]
    await Promise.all([...apis.map((api) => api.says('Formward is ready')), ...workers.map((worker) => worker.says('Formward is working'))])

    const ada = await signInByHttp(baseUrl, patient, demoPassword)
    // As behind a balancer: the token and the proof speak of the public address, the call reaches either process.
    const call = async (port: number, method: string, path: string, body?: unknown) =>
      fetch(`http://localhost:${port}${path}`, {
        method,
        headers: {
          authorization: `DPoP ${ada.tokens.access_token}`,
          dpop: await ada.key.prove(method, baseUrl + path, ada.tokens.access_token),
          ...(body !== undefined && { 'content-type': 'application/json' }),
        },
        ...(body !== undefined && { body: JSON.stringify(body) }),
      })
    const patients = (await (await call(one, 'GET', '/api/patients/patient?limit=100')).json()) as {
      docs: { id: string; mayBeContacted: boolean; phoneNumber: string | null }[]
    }
    const forms = (await (await call(other, 'GET', '/api/forms/form')).json()) as { docs: { id: string }[] }
    const patientIds = patients.docs.filter(({ phoneNumber, mayBeContacted }) => phoneNumber && mayBeContacted).map(({ id }) => id)
    const sent = await call(other, 'POST', '/api/forms/request', { patientIds, formId: forms.docs[0]!.id, method: 'sms' })
    const { ids } = (await sent.json()) as { ids: string[] }
    expect(ids.length).toBeGreaterThan(60)

    await eventually(async () => {
      const [left] = await ask<{ queued: number }>(
        url,
        `select count(*)::int as queued from notifications where request_id = any($1) and status = 'queued'`,
        [ids],
      )
      return left?.queued === 0
    })
    const [outcome] = await ask(
      url,
      `select count(distinct n.request_id)::int as requests, count(o.id)::int as messages, max(n.attempts)::int as attempts
     from notifications n left join outbox_messages o on o.notification_id = n.id where n.request_id = any($1)`,
      [ids],
    )
    expect(outcome).toEqual({ requests: ids.length, messages: ids.length, attempts: 1 })
    for (const running of [...apis, ...workers]) expect(await running.kill('SIGTERM')).toBe(0)
  })

  test('a process that is stopped answers for DRAIN_SECONDS and is not ready meanwhile, then ends without an error (RUN-5, OPS-7)', async () => {
    const [url, port] = [await freshDatabase(), await freePort()]
    const started = startProcess('main.ts', { ...production, DATABASE_URL: url, PORT: String(port), DRAIN_SECONDS: '3' }, ['api'])
    await started.says('Formward is ready')
    const statusOf = async (path: string) => (await fetch(`http://127.0.0.1:${port}${path}`)).status
    expect(await statusOf('/health/ready')).toBe(200)

    const stoppedAt = Date.now()
    const ended = started.kill('SIGTERM')
    await eventually(async () => (await statusOf('/health/ready')) === 503)
    expect([await statusOf('/health/live'), await statusOf('/api/forms/request')]).toEqual([200, 401])

    expect(await ended).toBe(0)
    expect(Date.now() - stoppedAt).toBeGreaterThanOrEqual(3_000)
  })

  test('a process that is stopped in the middle of its jobs together with its own database writes no error to its log (RUN-5)', async () => {
    const folder = mkdtempSync(join(tmpdir(), 'formward-stop-'))
    chmodSync(folder, 0o711) // the database runs under another account where the tests run as root
    onTestFinished(() => rmSync(folder, { recursive: true, force: true }))
    const port = await freePort()
    const baseUrl = `http://localhost:${port}`
    const started = startProcess('main.ts', { DATA_DIR: folder, PORT: String(port) })
    await started.says('Formward is ready')
    const ada = await signInByHttp(baseUrl, patient, demoPassword)
    const patients = (await (await ada.call('GET', '/api/patients/patient?limit=100')).json()) as {
      docs: { id: string; mayBeContacted: boolean; phoneNumber: string | null }[]
    }
    const forms = (await (await ada.call('GET', '/api/forms/form')).json()) as { docs: { id: string }[] }
    const patientIds = patients.docs.filter(({ phoneNumber, mayBeContacted }) => phoneNumber && mayBeContacted).map(({ id }) => id)
    const sent = await ada.call('POST', '/api/forms/request', undefined, { patientIds, formId: forms.docs[0]!.id, method: 'sms' })
    expect(sent.status).toBe(200)

    // As a supervisor does that signals every process of a service; the server has heard of it once it accepts no connection.
    const database = postmasterPid(join(folder, 'postgres'))!
    const stopped = started.kill('SIGTERM')
    await eventually(() =>
      fetch(`${baseUrl}/health/live`).then(
        () => false,
        () => true,
      ),
    )
    send(database, 'SIGINT')
    expect(await stopped).toBe(0)

    const log = started.said.out.split('\n').filter((line) => line.startsWith('{'))
    expect(log.map((line) => JSON.parse(line) as { level: number }).filter(({ level }) => level >= 40)).toEqual([])
  })

  test('a process that has closed its connections does not look for due jobs any more, so its log has no error (RUN-5, SAFE-4)', async () => {
    const url = await freshDatabase()
    const errors: string[] = []
    const log = { write: (line: string) => void ((JSON.parse(line) as { level: number }).level >= 50 && errors.push(line)) }
    const services = await openServices(readConfig({ DEMO: 'true' }), { url: asApplication(url), ownerUrl: url }, log)
    await startWorkers(services)

    await services.close()
    await sleep(5_500) // longer than the pause between two looks

    expect(errors).toEqual([])
  })
})

describe('The build of the pages', () => {
  test.each([
    ['a signal', 'SIGTERM', '', 143],
    ['an error of the start', undefined, 'process.exit(1)', 1],
  ] as const)('ends with the process that began it, after %s (RUN-1)', async (_, signal, then, code) => {
    const folder = mkdtempSync(join(tmpdir(), 'formward-build-'))
    onTestFinished(() => rmSync(folder, { recursive: true, force: true }))
    const pidFile = join(folder, 'pid')
    // A bundler that never comes to an end.
    const bundler = join(folder, 'node_modules/vite/bin')
    mkdirSync(bundler, { recursive: true })
    writeFileSync(
      join(bundler, 'vite.js'),
      `require('fs').writeFileSync(${JSON.stringify(pidFile)}, String(process.pid)); setInterval(() => {}, 1000)`,
    )
    const script = `import { existsSync } from 'node:fs'
      import { ensureBuilt } from ${JSON.stringify(join(import.meta.dirname, '../scripts/build.ts'))}
      void ensureBuilt(${JSON.stringify(folder)}, () => {})
      setInterval(() => { if (existsSync(${JSON.stringify(pidFile)})) { ${then} } }, 50)`
    const builder = spawn(process.execPath, ['--input-type=module', '-e', script])

    await eventually(async () => existsSync(pidFile) && readFileSync(pidFile, 'utf8') !== '')
    const ended = once(builder, 'exit')
    if (signal) builder.kill(signal)

    expect((await ended)[0]).toBe(code)
    const pid = Number(readFileSync(pidFile, 'utf8'))
    await eventually(async () => !isRunning(pid))
  })

  const isRunning = (pid: number) => {
    try {
      return process.kill(pid, 0)
    } catch {
      return false
    }
  }
})
