import { appendFileSync, chmodSync, cpSync, existsSync, mkdtempSync, readdirSync, rmSync, statSync, truncateSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

import { afterAll, describe, expect, test } from 'vitest'

import { postmasterPid, send } from '#database/embedded/postmaster.ts'
import { demoPassword } from '#domain/demo-accounts.ts'

import { countDifferences } from './count-differences.ts'
import { eventually } from './organisation.ts'
import { freePort } from './free-port.ts'
import { runOperator, startProcess } from './processes.ts'
import { production } from './production.ts'
import { signInByHttp } from './sign-in.ts'
import { ask } from './test-server.ts'

const folder = mkdtempSync(join(tmpdir(), 'formward-drill-'))
chmodSync(folder, 0o711) // as root the database runs under another account, which has to pass through
afterAll(() => rmSync(folder, { recursive: true, force: true }))

const APP_SECRET = 'the secret of a drill, kept apart from the backups'

const addressOf = (dataDir: string) => `postgresql://postgres@${encodeURIComponent(join(dataDir, 'postgres'))}/formward`

async function startServer(dataDir: string) {
  const port = await freePort()
  const baseUrl = `http://localhost:${port}`
  const server = startProcess('main.ts', { DATA_DIR: dataDir, PORT: String(port), DEMO: 'true', APP_SECRET })
  await server.says('Formward is ready')
  const user = await signInByHttp(baseUrl, 'user@demo.formward.example', demoPassword)
  const post = async <T>(path: string, body: object) => (await user.call('POST', path, undefined, body)).json() as Promise<T>
  const get = async <T>(path: string) => (await user.call('GET', path)).json() as Promise<T>
  return { ...server, baseUrl, get, post }
}
type Server = Awaited<ReturnType<typeof startServer>>

/** Sends form requests from three places at once until it is stopped. Keeps the ids that the server has confirmed. */
async function sendWithoutEnd({ get, post }: Server) {
  const [form] = (await get<{ docs: { id: string }[] }>('/api/forms/form')).docs
  const patients = (
    await get<{ docs: { id: string; mayBeContacted: boolean; phoneNumber: string | null }[] }>('/api/patients/patient?limit=100')
  ).docs.filter(({ mayBeContacted, phoneNumber }) => mayBeContacted && phoneNumber)
  const confirmed: string[] = []
  const ending = new AbortController()
  const senders = [0, 1, 2].map(async (first) => {
    for (let nth = first; !ending.signal.aborted; nth += 3) {
      const body = { patientIds: [patients[nth % patients.length]!.id], formId: form!.id, method: 'sms' }
      const { ids } = await post<{ ids?: string[] }>('/api/forms/request', body)
      confirmed.push(...(ids ?? []))
    }
  })
  return {
    confirmed,
    stop: async () => {
      ending.abort()
      await Promise.all(senders)
    },
  }
}

describe('npm run backup and npm run restore', () => {
  const dataDir = join(folder, 'data')
  const backup = join(folder, 'backup')

  test('a database backed up while it is written to and then destroyed comes back: audit log, stored counts and a link of a patient are right (OPS-2)', async () => {
    const server = await startServer(dataDir)
    const load = await sendWithoutEnd(server)
    await eventually(async () => load.confirmed.length >= 10, 60)
    const before = [...load.confirmed]
    const made = await runOperator('backup', { DATA_DIR: dataDir, APP_SECRET }, [backup])
    expect(made).toMatchObject({ code: 0, err: '' })
    expect(made.out).toContain(`The backup is in ${backup}`)
    expect(load.confirmed.length).toBeGreaterThan(before.length) // people worked meanwhile
    await load.stop()
    // The copy names the process of a database that runs. On another machine any process may have that number.
    expect(await runOperator('restore', { DATA_DIR: join(folder, 'rehearsal'), APP_SECRET }, [backup])).toMatchObject({ code: 0, err: '' })

    const postmaster = postmasterPid(join(dataDir, 'postgres'))!
    await server.kill('SIGKILL')
    send(postmaster, 'SIGKILL')
    await eventually(async () => !send(postmaster, 0), 30).catch(() => {}) // nobody may reap it in a container
    rmSync(dataDir, { recursive: true, force: true, maxRetries: 20, retryDelay: 100 })

    expect(await runOperator('restore', { DATA_DIR: dataDir, APP_SECRET }, [backup])).toMatchObject({ code: 0, err: '' })
    const verified = await runOperator('audit-verify', { DATA_DIR: dataDir, APP_SECRET })
    expect(verified).toMatchObject({ code: 0, err: '' })
    expect(verified.out).toContain('The audit log is complete and unaltered')

    const restored = await startServer(dataDir)
    const url = addressOf(dataDir)
    const [found] = await ask<{ requests: number }>(url, 'select count(*)::int as requests from form_requests where id = any($1)', [before])
    expect(found!.requests).toBe(before.length)
    const [halves] = await ask<{ requests: number }>(
      url,
      `select count(*)::int as requests from form_requests r where id = any($1) and (
         not exists (select from patient_links l where l.organisation_id = r.organisation_id and l.request_id = r.id)
         or not exists (select from form_request_events e where e.organisation_id = r.organisation_id and e.request_id = r.id and e.kind = 'created'))`,
      [load.confirmed],
    )
    expect(halves!.requests).toBe(0)
    const organisations = await ask<{ id: string }>(url, 'select id from organisations')
    expect(organisations.length).toBeGreaterThan(1)
    for (const { id } of organisations) expect(await ask(url, countDifferences, [id])).toEqual([])

    const link = await eventually(async () => {
      const { docs } = await restored.get<{ docs: { body: string }[] }>('/api/tenants/outbox')
      return docs.map(({ body }) => /\/r\/\S+/.exec(body)?.[0]).find((one) => one !== undefined)
    }, 60)
    const page = await fetch(restored.baseUrl + link)
    expect(page.status).toBe(200)
    expect(await page.text()).toContain('date-of-birth-day')
    expect(await restored.kill('SIGTERM')).toBe(0)
  })

  test('a backup never overwrites a folder, and a restore never overwrites a database (OPS-2)', async () => {
    const again = await runOperator('backup', { DATA_DIR: dataDir, APP_SECRET }, [backup])
    expect(again).toMatchObject({
      code: 1,
      out: '',
      err: `${backup} exists already. A backup never overwrites anything: name a new folder\n`,
    })
    const over = await runOperator('restore', { DATA_DIR: dataDir, APP_SECRET }, [backup])
    expect(over.code).toBe(1)
    expect(over.err).toContain('A restore never overwrites one')
  })

  test.each([
    ['without its sums', 'SHA256SUMS is missing', (copy: string) => rmSync(join(copy, 'SHA256SUMS'))],
    ['without its archive', 'base.tar.gz is missing', (copy: string) => rmSync(join(copy, 'base.tar.gz'))],
    [
      'that was cut short',
      'was altered or damaged',
      (copy: string) => truncateSync(join(copy, 'base.tar.gz'), statSync(join(copy, 'base.tar.gz')).size - 1),
    ],
    ['with a changed manifest', 'was altered or damaged', (copy: string) => appendFileSync(join(copy, 'backup_manifest'), ' ')],
  ])('a backup %s is refused, and leaves nothing (OPS-2)', async (_case, words, damage) => {
    const target = mkdtempSync(join(folder, 'target-'))
    const copy = join(target, 'copy')
    cpSync(backup, copy, { recursive: true })
    damage(copy)
    const refused = await runOperator('restore', { DATA_DIR: join(target, 'data') }, [copy])
    expect(refused).toMatchObject({ code: 1, out: '' })
    expect(refused.err).toContain(words)
    expect(existsSync(join(target, 'data', 'postgres'))).toBe(false)
    expect(readdirSync(target).filter((name) => name !== 'copy' && name !== 'data')).toEqual([])
  })

  test('a backup that cannot be finished leaves no folder (OPS-2)', async () => {
    const target = mkdtempSync(join(folder, 'target-'))
    const empty = await runOperator('backup', { DATA_DIR: join(target, 'data') }, [join(target, 'backup')])
    expect(empty.code).toBe(1)
    expect(empty.err).toContain('There is no database in')
    const nothing = await runOperator('audit-verify', { DATA_DIR: join(target, 'data') })
    expect([nothing.out, nothing.err]).toEqual(['', expect.stringContaining('There is no database in')])
    const elsewhere = await runOperator('backup', { DATA_DIR: dataDir, APP_SECRET }, [join(target, 'missing', 'backup')])
    expect(elsewhere.code).toBe(1)
    expect(elsewhere.err).toContain('does not exist: create it first')
    expect(readdirSync(target)).toEqual([])
  })

  test.each(['backup', 'restore'] as const)('%s sends an operator with an own PostgreSQL to its tools (OPS-2)', async (command) => {
    const refused = await runOperator(command, { ...production, DATABASE_URL: 'postgresql://formward@localhost/formward' }, [
      join(folder, 'own'),
    ])
    expect(refused).toMatchObject({ code: 1, out: '' })
    expect(refused.err).toContain('docs/running/backup.md has the commands for your own PostgreSQL')
  })
})
