import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

import { afterAll, expect, test } from 'vitest'

import { readConfig } from '#server/config.ts'
import { house } from '#test/house.ts'

import { createHttp } from './http.ts'
import { serveStaffApp } from './staff-app.ts'

const folder = mkdtempSync(join(tmpdir(), 'formward-staff-'))
mkdirSync(join(folder, 'assets'))
writeFileSync(join(folder, 'index.html'), '<!doctype html><title>Formward</title>')
writeFileSync(join(folder, 'assets', 'staff-abc.js'), 'app()')
writeFileSync(join(folder, 'assets', 'staff-abc.js.br'), 'compressed')
afterAll(() => rmSync(folder, { recursive: true }))

async function open(environment: Record<string, string> = {}, from = folder) {
  const { floor } = await house()
  const config = readConfig(environment)
  const app = await createHttp({ ...floor, config })
  serveStaffApp(app, config, from)
  return app
}
const asPage = { accept: 'text/html,application/xhtml+xml' }

test.each(['/', '/patients', '/forms/details/1?x=y', '/nowhere/at.all', '/api-guide'])(
  'NAV-1 whoever opens %s gets the app, which knows its screens',
  async (url) => {
    const answer = await (await open()).inject({ url, headers: asPage })
    expect(answer.statusCode).toBe(200)
    expect(answer.headers['content-type']).toBe('text/html; charset=utf-8')
    expect(answer.headers['cache-control']).toBe('no-cache')
    expect(answer.body).toContain('<title>Formward</title>')
  },
)

test.each([
  '/api/tenants/nothing',
  '/identity/nothing',
  '/assets/gone.js',
  '/pages/gone.css',
  '/r/x/y/z',
  '/.well-known/nothing',
  '/metrics',
])('NAV-5 the app does not stand in for %s, which is the server’s own', async (url) => {
  expect((await (await open()).inject({ url, headers: asPage })).statusCode).toBe(404)
})

test('SAFE-3 a picture or data that is not there is not answered with a page', async () => {
  const app = await open()
  expect((await app.inject({ url: '/favicon.ico', headers: { accept: 'image/avif,image/webp' } })).statusCode).toBe(404)
  expect((await app.inject({ method: 'POST', url: '/patients', headers: asPage })).statusCode).toBe(404)
})

test('SAFE-2 the page may run files of our own only, and no text becomes script', async () => {
  const policy = (await (await open()).inject({ url: '/', headers: asPage })).headers['content-security-policy']
  expect(policy).toContain("default-src 'none'; script-src 'self'")
  expect(policy).toContain("connect-src 'self';")
  expect(policy).toContain("require-trusted-types-for 'script'")
  expect(policy).not.toContain('unsafe')
})

test('RUN-3 with another provider the page may speak to it, and to nobody else', async () => {
  const app = await open({ OIDC_ISSUER: 'https://id.example/realms/care' })
  const answer = await app.inject({ url: '/', headers: asPage })
  expect(answer.headers['content-security-policy']).toContain("connect-src 'self' https://id.example;")
})

test('PERF-4 files come compressed and are kept for ever', async () => {
  const answer = await (await open()).inject({ url: '/assets/staff-abc.js', headers: { 'accept-encoding': 'br' } })
  expect(answer.headers['content-encoding']).toBe('br')
  expect(answer.headers['cache-control']).toBe('public, max-age=31536000, immutable')
  expect(answer.body).toBe('compressed')
})

test('RUN-3 a server without its pages still serves its API', async () => {
  const app = await open({}, join(folder, 'never-built'))
  expect((await app.inject({ url: '/', headers: asPage })).statusCode).toBe(404)
})
