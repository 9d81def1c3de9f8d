import { pino } from 'pino'
import { describe, expect, test } from 'vitest'

import { readConfig } from '#server/config.ts'
import { testServer } from '#test/test-server.ts'

import { createHttp } from './http.ts'

describe('createHttp', () => {
  test.each([
    ['true', '203.0.113.9'],
    ['false', '10.0.0.1'],
  ])('the client cannot choose the address it is counted under: TRUST_PROXY %s (SAFE-2)', async (TRUST_PROXY, address) => {
    const { services } = await testServer()
    const app = await createHttp({ ...services, config: readConfig({ TRUST_PROXY }), log: pino({ level: 'silent' }) })
    app.get('/address', async ({ ip }) => ip)

    const answer = await app.inject({ url: '/address', remoteAddress: '10.0.0.1', headers: { 'x-forwarded-for': '6.6.6.6, 203.0.113.9' } })

    expect(answer.body).toBe(address)
    await app.close()
  })

  test('an address that cannot be decoded is refused like everything else, and not repeated (SAFE-2, SAFE-3)', async () => {
    const { app } = await testServer()

    const answer = await app.inject({ url: '/api/patients/%ff999-secret' })

    expect([answer.statusCode, answer.json()]).toEqual([400, expect.objectContaining({ code: 'invalid_request' })])
    expect(answer.body).not.toContain('secret')
    expect(answer.headers).toMatchObject({ 'x-content-type-options': 'nosniff', 'cache-control': 'no-store' })
  })
})
