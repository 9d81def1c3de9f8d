import { spawn, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { chmodSync, cpSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createInterface } from 'node:readline'

import { freePort } from '#test/free-port.ts'

import { expect, signIn, test } from './staff.ts'

test.describe.configure({ mode: 'serial' })
// The pages of links that do not exist.
test.use({ expectedErrors: ['status of 404'] })

const root = join(import.meta.dirname, '..')
const sources = ['contract', 'database', 'domain', 'scripts', 'server', 'web']
const files = [
  'package.json',
  'package-lock.json',
  'vite.config.ts',
  'vite.scripts.config.ts',
  'vite.server.config.ts',
  'tsconfig.base.json',
]

/** Far more than a busy machine needs. How long a change takes is measured, not asserted (docs/decisions/0034). */
const toShow = { timeout: 60_000 }

let folder: string
let address: string
let loop: ChildProcess
const lines: string[] = []

test.beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'formward-dev-'))
  // As root the database runs under another account, which has to pass through.
  chmodSync(folder, 0o711)
  copySources(join(folder, 'app'))
  const port = await freePort()
  address = `http://localhost:${port}`
  loop = spawn(process.execPath, ['scripts/dev/dev.ts'], {
    cwd: join(folder, 'app'),
    env: { ...process.env, NODE_ENV: 'development', PORT: String(port), DATA_DIR: folder },
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  await new Promise<void>((done, fail) => {
    loop.once('exit', () => fail(new Error(`The loop ended: ${lines.join('\n')}`)))
    createInterface(loop.stdout!).on('line', (line) => {
      lines.push(line)
      if (line === `Formward is ready at ${address}`) done()
    })
  })
})

test.afterAll(async () => {
  if (loop.exitCode === null) {
    const ended = once(loop, 'exit')
    loop.kill('SIGINT')
    expect(await ended).toEqual([0, null])
  }
  rmSync(folder, { recursive: true, force: true })
})

/** The packages are linked one by one, so that what Vite keeps of them is the copy's own. */
function copySources(to: string) {
  mkdirSync(join(to, 'node_modules'), { recursive: true })
  for (const name of readdirSync(join(root, 'node_modules')).filter((name) => !name.startsWith('.')))
    symlinkSync(join(root, 'node_modules', name), join(to, 'node_modules', name))
  for (const name of [...sources, ...files]) cpSync(join(root, name), join(to, name), { recursive: true })
}

function change(file: string, from: string, to: string) {
  const path = join(folder, 'app', file)
  const text = readFileSync(path, 'utf8')
  if (!text.includes(from)) throw new Error(`${file} no longer contains: ${from}`)
  writeFileSync(path, text.replace(from, to))
}

const seconds = (began: number) => `${((performance.now() - began) / 1000).toFixed(2)} s`
const note = (what: string, began: number) => test.info().annotations.push({ type: 'measured', description: `${what}: ${seconds(began)}` })

test.describe('npm run dev', () => {
  test('a changed component and a changed design token appear without a reload, and a form keeps its state (DEV-1)', async ({ page }) => {
    await signIn(page, 'user', `${address}/requests`)
    await expect(page.locator('main table tbody tr').first()).toBeVisible(toShow)
    await page.goto(`${address}/patients/create`)
    await page.getByLabel(/(given|first) name/i).fill('Beatrix')
    await page.evaluate('window.isSamePage = true')

    let began = performance.now()
    change('web/ui/PageHeader.tsx', '<h1', '<h1 data-changed="yes"')
    await expect(page.locator('h1[data-changed=yes]')).toBeVisible(toShow)
    note('component', began)

    began = performance.now()
    change('web/staff/styles/_tokens.scss', ':root {', ':root {\n  --changed-token: 7px;')
    await expect
      .poll(() => page.evaluate(`getComputedStyle(document.documentElement).getPropertyValue('--changed-token')`), toShow)
      .toBe('7px')
    note('token', began)

    await expect(page.getByLabel(/(given|first) name/i)).toHaveValue('Beatrix')
    expect(await page.evaluate('window.isSamePage')).toBe(true)
  })

  test('the Content Security Policy of the staff app is that of production plus a nonce, which is new for each page (DEV-1)', async ({
    request,
  }) => {
    const policyOf = async (url: string) =>
      (await request.get(url, { headers: { accept: 'text/html' } })).headers()['content-security-policy']!
    const [production, first, second] = [
      await policyOf('/requests'),
      await policyOf(`${address}/requests`),
      await policyOf(`${address}/requests`),
    ]

    const nonces = first.match(/'nonce-[^']+' /g)
    expect(nonces).toHaveLength(2)
    expect(new Set(nonces).size).toBe(1)
    expect(first.replaceAll(nonces![0], '')).toBe(production)
    expect(second).not.toContain(nonces![0])
  })

  test('only the source files of the pages are served, and no other file of the folder (DEV-1)', async ({ request }) => {
    const app = join(folder, 'app')
    expect((await request.get(`${address}/web/ui/PageHeader.tsx`)).ok()).toBe(true)
    expect(await (await request.get(`${address}/web/ui/PageHeader.tsx`)).text()).toContain('sourceMappingURL=')
    for (const path of ['package.json', 'server/start.ts', 'scripts/dev/dev.ts', '../postgres/server.log'])
      expect((await request.get(`${address}/@fs${join(app, path)}?raw`)).ok(), path).toBe(false)
  })

  test('after a change to the server the next response comes from the new code and the same database (DEV-1)', async ({
    page,
    request,
  }) => {
    await signIn(page, 'user', `${address}/profile`)
    expect(await (await request.get(`${address}/health/live`)).json()).toEqual({ live: true })

    const began = performance.now()
    change('server/platform/health.ts', '{ live: true }', '{ live: true, changed: true }')
    await expect.poll(async () => (await request.get(`${address}/health/live`)).json(), toShow).toEqual({ live: true, changed: true })
    note('server', began)

    // The session is in the database.
    await page.goto(`${address}/requests`)
    await expect(page.locator('main table tbody tr').first()).toBeVisible(toShow)
  })

  test('a change to a domain file reaches both the server and the staff app (DEV-1)', async ({ page, request }) => {
    await signIn(page, 'user', `${address}/patients`)
    const asPage = { headers: { accept: 'text/html' } }
    expect((await request.get(`${address}/patients/changed`, asPage)).status()).toBe(404)

    const began = performance.now()
    change('domain/screen-paths.ts', "patientCreate: '/patients/create'", "patientCreate: '/patients/changed'")
    await expect.poll(async () => (await request.get(`${address}/patients/changed`, asPage)).status(), toShow).toBe(200)
    note('domain, on the server', began)
    await expect(page.locator('a[href="/patients/changed"]').first()).toBeVisible(toShow)
    note('domain, in the browser', began)
  })

  test('pages that the server renders come from their source files, with their styles (DEV-1)', async ({ page, request }) => {
    for (const [name, path] of [
      ['patient', '/r/nothing'],
      ['sign-in', '/identity/forgot-password'],
    ]) {
      const began = performance.now()
      change(`web/${name}/Frame.tsx`, 'className="nhsuk-skip-link"', 'className="nhsuk-skip-link" data-changed="yes"')
      await expect.poll(async () => (await request.get(`${address}${path}`)).text(), toShow).toContain('data-changed="yes"')
      note(`${name} page`, began)
      await page.goto(`${address}${path}`)
      await expect(page.locator('h1')).toHaveCSS('font-family', /Arial/)
    }
    change('web/patient/patient.scss', '.patient-main', 'h1 {\n  outline: 7px solid red;\n}\n\n.patient-main')
    await expect(async () => {
      await page.goto(`${address}/r/nothing`)
      await expect(page.locator('h1')).toHaveCSS('outline-width', '7px', { timeout: 1_000 })
    }).toPass(toShow)
  })

  test('an error in a server file is reported, and the next correct change starts the server again (DEV-1, DEV-3)', async ({ request }) => {
    change('server/platform/health.ts', 'export function', 'export export function')
    await expect.poll(async () => (await request.get(`${address}/health/live`)).status(), toShow).toBe(503)
    expect(await (await request.get(`${address}/health/live`)).text()).toContain('starts again after the next change')

    change('server/platform/health.ts', 'export export function', 'export function')
    await expect.poll(async () => (await request.get(`${address}/health/live`)).status(), toShow).toBe(200)
  })

  test('an error in a page that the server renders is printed with its message and its place in the source (DEV-1, DEV-3)', async ({
    request,
  }) => {
    change('web/patient/pages.tsx', 'switch (page.kind)', "throw new RangeError('broken on purpose')\n  switch (page.kind)")
    await expect.poll(async () => (await request.get(`${address}/r/nothing`)).status(), toShow).toBe(500)
    await expect.poll(() => lines.join('\n'), toShow).toMatch(/RangeError: broken on purpose\n\s+at page \(\S*web\/patient\/pages\.tsx:\d+/)
  })
})
