import { chmodSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

import { afterAll, describe, expect, test, vi } from 'vitest'

import { demoPassword } from '#domain/demo-accounts.ts'

import { countDifferences } from './count-differences.ts'
import { freePort } from './free-port.ts'
import { eventually } from './organisation.ts'
import { runOperator, startOperator, startProcess } from './processes.ts'
import { production } from './production.ts'
import { signInByHttp } from './sign-in.ts'
import { ask } from './test-server.ts'

vi.setConfig({ testTimeout: 240_000 }) // two installations are started

const folder = mkdtempSync(join(tmpdir(), 'formward-move-'))
chmodSync(folder, 0o711) // as root the database runs under another account, which has to pass through
const [oldDir, newDir] = [join(folder, 'old'), join(folder, 'new')]
const addressOf = (dataDir: string) => `postgresql://postgres@${encodeURIComponent(join(dataDir, 'postgres'))}/formward`
const command = { DATA_DIR: oldDir, TARGET_DATA_DIR: newDir, APP_SECRET: production.APP_SECRET }

async function startInstallation(dataDir: string, more: Record<string, string>) {
  const port = await freePort()
  const baseUrl = `http://localhost:${port}`
  const server = startProcess('main.ts', { DATA_DIR: dataDir, PORT: String(port), APP_SECRET: production.APP_SECRET, ...more })
  await server.says('Formward is ready')
  return { ...server, baseUrl }
}

/** Sends form requests without end. Keeps the ids that the server has confirmed, and the statuses of all its answers. */
function sendWithoutEnd(user: Awaited<ReturnType<typeof signInByHttp>>, formId: string, patients: readonly string[]) {
  const [confirmed, statuses] = [new Array<string>(), new Set<number>()]
  const ending = new AbortController()
  const sender = (async () => {
    for (let nth = 0; !ending.signal.aborted; nth++) {
      const response = await user.call('POST', '/api/forms/request', undefined, {
        patientIds: [patients[nth % patients.length]],
        formId,
        method: 'sms',
      })
      statuses.add(response.status)
      if (response.ok) confirmed.push(...((await response.json()) as { ids: string[] }).ids)
      else await new Promise((resolve) => setTimeout(resolve, 100))
    }
  })()
  return {
    confirmed,
    statuses,
    stop: async () => {
      ending.abort()
      await sender
    },
  }
}

/** The first link that asks for the date of birth. Others of the demonstration are locked or were used. */
async function firstOpen(baseUrl: string, links: string[]) {
  for (const link of links) if ((await (await fetch(baseUrl + link)).text()).includes('date-of-birth-day')) return link
  throw new Error(`None of ${links.length} links is open`)
}

describe('npm run organisation:move', () => {
  test('between two installations at work: what was confirmed is in the new one, users and patients go on there, and others notice nothing (OPS-5)', async () => {
    const old = await startInstallation(oldDir, { DEMO: 'true' })
    expect(await runOperator('organisation-move', command, ['--prepare'])).toMatchObject({ code: 0, err: '' })
    const moved = await startInstallation(newDir, { ...production, DEMO: 'false' })

    const user = await signInByHttp(old.baseUrl, 'user@demo.formward.example', demoPassword)
    const other = await signInByHttp(old.baseUrl, 'user@second.formward.example', demoPassword)
    const get = async <T>(path: string) => (await (await user.call('GET', path)).json()) as T
    const [form] = (await get<{ docs: { id: string }[] }>('/api/forms/form')).docs
    const patients = (
      await get<{ docs: { id: string; mayBeContacted: boolean; phoneNumber: string | null }[] }>('/api/patients/patient?limit=100')
    ).docs.filter(({ mayBeContacted, phoneNumber }) => mayBeContacted && phoneNumber)
    const { docs: messages } = await get<{ docs: { body: string }[] }>('/api/tenants/outbox')
    const link = await firstOpen(
      old.baseUrl,
      messages.flatMap(({ body }) => /\/r\/\S+/.exec(body) ?? []),
    )
    const load = sendWithoutEnd(
      user,
      form!.id,
      patients.map(({ id }) => id),
    )
    await eventually(async () => load.confirmed.length >= 10, 60)
    const [ours] = await ask<{ id: string }>(addressOf(oldDir), 'select organisation_id as id from form_requests where id = $1', [
      load.confirmed[0],
    ])
    const organisation = ours!.id
    const args = ['--organisation', organisation, '--to', moved.baseUrl]

    const elsewhere = await runOperator('organisation-move', command, ['--organisation', organisation, '--to', old.baseUrl])
    expect(elsewhere.err).toContain('is not the installation whose database was named')
    // Killed while it works, and run again.
    const killed = startOperator('organisation-move', command, args)
    await killed.says('answers no calls from now on')
    await killed.kill('SIGKILL')
    expect((await other.call('GET', '/api/patients/patient?limit=10')).status).toBe(200)
    const done = await runOperator('organisation-move', command, args)
    expect(done).toMatchObject({ code: 0, err: '' })
    expect(done.out).toMatch(/was moved to http:\/\/localhost:\d+: [\d,]+ rows of \d+ tables/)
    await load.stop()

    expect(load.statuses, 'those of a server that has something to say, never 500').not.toContain(500)
    const there = addressOf(newDir)
    const [found] = await ask<{ requests: number }>(there, 'select count(*)::int as requests from form_requests where id = any($1)', [
      load.confirmed,
    ])
    expect(found!.requests).toBe(load.confirmed.length)
    expect(await ask(there, countDifferences, [organisation])).toEqual([])
    expect(await ask(addressOf(oldDir), 'select id from form_requests where organisation_id = $1', [organisation])).toEqual([])
    for (const dataDir of [oldDir, newDir]) {
      const verified = await runOperator('audit-verify', { DATA_DIR: dataDir, APP_SECRET: production.APP_SECRET })
      expect(verified.out).toContain('The audit log is complete and unaltered')
    }

    const again = await signInByHttp(moved.baseUrl, 'user@demo.formward.example', demoPassword)
    const seen = await again.call('GET', `/api/forms/request/${load.confirmed.at(-1)!}`)
    expect(seen.status).toBe(200)
    const page = await fetch(old.baseUrl + link) // as it was sent
    expect(page.url).toBe(moved.baseUrl + link)
    expect(await page.text()).toContain('date-of-birth-day')
    expect((await other.call('GET', '/api/patients/patient?limit=10')).status).toBe(200)
    expect(await old.kill('SIGTERM')).toBe(0)
    expect(await moved.kill('SIGTERM')).toBe(0)
  })

  test('needs an organisation, an origin and one database to move to (OPS-5)', async () => {
    const asked = async (args: string[], more: Record<string, string> = {}) =>
      (await runOperator('organisation-move', { ...command, ...more }, args)).err
    const id = '00000000-0000-0000-0000-000000000001'
    expect(await asked([])).toContain('Usage: npm run organisation:move')
    expect(await asked(['--organisation', 'north', '--to', 'https://other.example'])).toContain('--organisation: expects the id')
    expect(await asked(['--organisation', id, '--to', 'https://other.example/path'])).toContain('--to: expects the origin')
    expect(await asked(['--organisation', id, '--to', 'https://other.example'], { TARGET_DATA_DIR: '' })).toContain(
      'TARGET_DATA_DIR: expects',
    )
    expect(await asked(['--prepare', '--cancel'])).toContain('Usage: npm run organisation:move')
    expect(await asked(['--organisation', id, '--to', 'http://other.example'])).toContain('--to: expects the origin')
    const same = await asked(['--organisation', id, '--to', 'https://other.example'], { TARGET_DATA_DIR: oldDir })
    expect(same).toContain('The database of the other installation is that of this one')
    expect(await asked(['--prepare'])).toContain('The other installation has keys already')
  })
})

afterAll(() => rmSync(folder, { recursive: true, force: true, maxRetries: 20, retryDelay: 100 }))
