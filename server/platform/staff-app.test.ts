import { existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { brotliDecompressSync, gunzipSync } from 'node:zlib'

import { afterAll, describe, expect, test } from 'vitest'

import { readConfig } from '#server/config.ts'
import { testServer } from '#test/test-server.ts'

import { createHttp } from './http.ts'
import { servePageAssets } from './pages.ts'
import { serveStaffApp } from './staff-app.ts'

const folder = mkdtempSync(join(tmpdir(), 'formward-staff-'))
mkdirSync(join(folder, 'assets'))
writeFileSync(join(folder, 'index.html'), '<!doctype html><title>Formward</title>')
writeFileSync(join(folder, 'assets', 'staff-abc.js'), 'app()')
writeFileSync(join(folder, 'assets', 'staff-abc.js.br'), 'compressed')
afterAll(() => rmSync(folder, { recursive: true }))

async function open(environment: Record<string, string> = {}, from = folder) {
  const { services } = await testServer()
  const config = readConfig(environment)
  const app = await createHttp({ ...services, config })
  serveStaffApp(app, config, from)
  return app
}
const asPage = { accept: 'text/html,application/xhtml+xml' }

describe('serveStaffApp', () => {
  test.each([
    ['/', 200],
    ['/patients', 200],
    ['/Patients/', 200],
    ['/forms/details/3f2504e0-4f89-41d3-9a0c-0305e82c3301?x=y', 200],
    ['/notifications/template/details/sms.reminder', 200],
    ['/forms/details/1', 404],
    ['/styleguide', 200],
    ['/nowhere/at/all', 404],
    ['/forms/details', 404],
    ['/api-guide', 404],
    ['/@vite/client', 404],
    ['/@react-refresh', 404],
    ['/@id/react', 404],
  ])('GET %s from a browser returns the app with the status %i (NAV-1, NAV-5)', async (url, status) => {
    const answer = await (await open()).inject({ url, headers: asPage })
    expect(answer.statusCode).toBe(status)
    expect(answer.headers['content-type']).toBe('text/html; charset=utf-8')
    expect(answer.headers['cache-control']).toBe('no-cache')
    expect(answer.body).toContain('<title>Formward</title>')
  })

  test.each([
    '/api',
    '/api/tenants/nothing',
    '/foo.png',
    '/web/staff/main.tsx',
    '/@fs/etc/hosts.txt',
    '/node_modules/react/index.js',
    '/nowhere/at.all',
    '/identity/nothing',
    '/assets/gone.js',
    '/pages/gone.css',
    '/r/x/y/z',
    '/.well-known/nothing',
    '/metrics',
  ])('the app is not served at %s, which belongs to the server (NAV-5)', async (url) => {
    const answer = await (await open()).inject({ url, headers: asPage })
    expect([answer.statusCode, answer.json()]).toMatchObject([404, { code: 'not_found' }])
  })

  test('a program gets 404 and no page for an unknown address, and the page for the address of a screen (NAV-5)', async () => {
    const app = await open()
    const answers = await Promise.all(['/nothing', '/patients'].map(async (url) => app.inject({ url, headers: { accept: '*/*' } })))
    expect(answers.map(({ statusCode, headers }) => [statusCode, headers['content-type']])).toEqual([
      [404, 'application/problem+json; charset=utf-8'],
      [200, 'text/html; charset=utf-8'],
    ])
  })

  test.each([
    ['POST', '/patients', 'GET, HEAD'],
    ['PUT', '/health/live', 'GET, HEAD'],
    ['POST', '/assets/staff-abc.js', 'GET, HEAD'],
    ['DELETE', '/api/patients/patient', 'GET, POST, PUT'],
    ['GET', '/api/patients/patient/3f2504e0-4f89-41d3-9a0c-0305e82c3301', 'DELETE, PATCH'],
    ['OPTIONS', '/api/tenants/tenant/member/me', 'GET, PATCH'],
  ] as const)('%s %s is answered 405 with the methods that the address takes (API-1)', async (method, url, allowed) => {
    const { app } = await testServer()
    const answer = await app.inject({ method, url, headers: asPage })
    expect([answer.statusCode, answer.headers.allow, answer.json()]).toMatchObject([405, allowed, { code: 'method_not_allowed' }])
  })

  test('an unknown picture or data file is not answered with a page (SAFE-3)', async () => {
    const app = await open()
    expect((await app.inject({ url: '/favicon.ico', headers: { accept: 'image/avif,image/webp' } })).statusCode).toBe(404)
  })

  test('the page may run only our own files, and no inline script (SAFE-2)', async () => {
    const policy = (await (await open()).inject({ url: '/', headers: asPage })).headers['content-security-policy']
    expect(policy).toContain("default-src 'none'; script-src 'self'")
    expect(policy).toContain("connect-src 'self';")
    expect(policy).toContain("require-trusted-types-for 'script'")
    expect(policy).not.toContain('unsafe')
  })

  test('with another provider the page may connect to it, and to no other site (RUN-3)', async () => {
    const app = await open({ OIDC_ISSUER: 'https://id.example/realms/care' })
    const answer = await app.inject({ url: '/', headers: asPage })
    expect(answer.headers['content-security-policy']).toContain("connect-src 'self' https://id.example;")
  })

  test('files are compressed and cached permanently (PERF-4)', async () => {
    const app = await open()
    const get = (encodings: string) => app.inject({ url: '/assets/staff-abc.js', headers: { 'accept-encoding': encodings } })
    const answer = await get('gzip, br')
    expect(answer.headers).toMatchObject({ 'content-encoding': 'br', vary: 'accept-encoding', 'content-length': '10' })
    expect(answer.headers['content-type']).toBe('application/javascript; charset=utf-8')
    expect(answer.headers['cache-control']).toBe('public, max-age=31536000, immutable')
    expect(answer.body).toBe('compressed')
    const plain = await get('identity')
    expect(plain.headers).toMatchObject({ vary: 'accept-encoding', 'content-length': '5' })
    expect([plain.headers['content-encoding'], plain.body]).toEqual([undefined, 'app()'])
  })

  const dist = join(import.meta.dirname, '../../dist')
  /** What runs without a build has nothing to weigh. */
  const isUnbuilt = !existsSync(join(dist, '.stamp')) && !process.env['CI']

  test.skipIf(isUnbuilt)(
    'the style sheet of the patient pages is complete with either compression, and at most 30 kB (PERF-4)',
    async () => {
      const app = await createHttp((await testServer()).services)
      servePageAssets(app)
      const assets = join(dist, 'pages/assets')
      const [name] = readdirSync(assets).filter((one) => /^patient.*\.css$/.test(one))
      const get = (encoding: string) => app.inject({ url: `/pages/assets/${name}`, headers: { 'accept-encoding': encoding } })
      const plain = await get('identity')
      for (const [encoding, unpack] of [['br', brotliDecompressSync] as const, ['gzip', gunzipSync] as const]) {
        const { headers, rawPayload } = await get(encoding)
        expect(headers).toMatchObject({
          'content-encoding': encoding,
          vary: 'accept-encoding',
          'content-length': String(rawPayload.length),
        })
        expect(unpack(rawPayload)).toEqual(plain.rawPayload)
        expect(rawPayload.length).toBeLessThan(30_000)
      }
    },
  )

  type Chunk = { file: string; imports?: string[] }

  test.skipIf(isUnbuilt)('the first load of the staff app is at most 150 kB of script with gzip (PERF-4)', async () => {
    const app = await open({}, join(dist, 'staff'))
    const named = JSON.parse(readFileSync(join(dist, 'staff/.vite/manifest.json'), 'utf8')) as Record<string, Chunk> // the bundler's, as it documents it
    const manifest = new Map(Object.values(named).map((one) => [`/${one.file}`, one]))
    const withImports = (addresses: string[], found = new Set<string>()) => {
      for (const address of addresses) {
        if (found.has(address)) continue
        found.add(address)
        withImports(
          (manifest.get(address)?.imports ?? []).map((key) => `/${named[key]!.file}`),
          found,
        )
      }
      return [...found]
    }
    const weigh = async (addresses: string[]) => {
      const files = withImports(addresses).map((url) => app.inject({ url, headers: { 'accept-encoding': 'gzip' } }))
      const answers = await Promise.all(files)
      for (const { statusCode, headers } of answers) expect([statusCode, headers['content-encoding']]).toEqual([200, 'gzip'])
      return answers.reduce((sum, { rawPayload }) => sum + rawPayload.length, 0)
    }
    const page = (await app.inject({ url: '/', headers: asPage })).body
    const scripts = [...page.matchAll(/(?:src|rel="modulepreload"[^>]* href)="(\/assets\/[^"]+\.js)"/g)].map(([, address]) => address!)

    expect(scripts).not.toEqual([])
    expect(await weigh(scripts)).toBeLessThanOrEqual(150_000)
  })

  test.skipIf(isUnbuilt)('dist: the build holds no source map and nothing of the development server (DEV-1)', () => {
    const files = readdirSync(dist, { recursive: true, encoding: 'utf8' })
    expect(files.filter((file) => file.endsWith('.map'))).toEqual([])
    const scripts = files.filter((file) => /\.(?:js|html|css)$/.test(file))
    expect(scripts).not.toEqual([])
    for (const file of scripts)
      expect(readFileSync(join(dist, file), 'utf8'), file).not.toMatch(
        /@vite\/|@react-refresh|import\.meta\.hot|\$RefreshReg\$|sourceMappingURL=/,
      )
  })

  test('a server without its pages still serves its API (RUN-3)', async () => {
    const app = await open({}, join(folder, 'never-built'))
    expect((await app.inject({ url: '/', headers: asPage })).statusCode).toBe(404)
  })
})
