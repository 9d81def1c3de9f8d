import type { InjectOptions } from 'fastify'
import { describe, expect, test } from 'vitest'

import { serviceAddress } from '#contract/route.ts'
import { roles } from '#domain/roles.ts'

import { bodyOf, endpoints, isAllowed, type Endpoint } from './endpoints.ts'
import { asSubject, testServer } from './test-server.ts'
import { systemAdministrator } from './organisation.ts'
import { idAt, wholeOrganisation } from './whole-organisation.ts'

type Attack = { payload?: string | Buffer; type?: string; headers?: Record<string, string>; tail?: string }

const nested = (depth: number) => `${'{"a":'.repeat(depth)}1${'}'.repeat(depth)}`
const json = 'application/json'

/** What no client of ours sends, below what a schema can describe. */
const attacks: Record<string, Attack> = {
  'a body cut off': { payload: '{"name": "x', type: json },
  'the same key twice': { payload: '{"name":"a","name":{"a":1},"id":1,"id":null}', type: json },
  'ten thousand levels': { payload: nested(10_000), type: json },
  'a list ten thousand deep': { payload: `${'['.repeat(10_000)}${']'.repeat(10_000)}`, type: json },
  'a prototype': { payload: '{"__proto__":{"isAdmin":true},"constructor":{"prototype":{"a":1}}}', type: json },
  'ten megabytes': { payload: `{"name":"${'x'.repeat(10_000_000)}"}`, type: json },
  'a number too large': { payload: '{"name":1e999,"clinicianTimeout":123456789012345678901234567890}', type: json },
  'a list for an object': { payload: '[1,2,3]', type: json },
  'a bare word': { payload: '"x"', type: json },
  nothing: { payload: '', type: json },
  'bytes that are no text': { payload: Buffer.from([0xff, 0xfe, 0x00, 0xc3, 0x28]), type: json },
  'half a pair': { payload: '{"name":"\\ud800","firstName":"\\udfff\\u0000"}', type: json },
  xml: { payload: '<?xml version="1.0"?><!DOCTYPE a [<!ENTITY b SYSTEM "file:///etc/passwd">]><a>&b;</a>', type: 'application/xml' },
  'a form': { payload: 'name=x&name[a]=1&__proto__[a]=1', type: 'application/x-www-form-urlencoded' },
  'no type at all': { payload: '{}', type: '' },
  'a type of nonsense': { payload: '{}', type: `${'a/'.repeat(3_000)}; charset=\u00ff` },
  'a picture': { payload: Buffer.alloc(2_000, 1), type: 'image/png' },
  'a query that unfolds': { tail: `?${'a[b][c][d][e][f]=1&'.repeat(300)}page[]=1&page[a]=2&limit=1e9&filters=x&sort[]=__proto__` },
  'ten thousand filters': { tail: `?${Array.from({ length: 2_000 }, (_, n) => `filters[status][${n}]=x`).join('&')}` },
  'percent signs': { tail: '?page=%00&limit=%ff&search=%&filters[%00]=%E0%A4%A' },
  'another method': { headers: { 'x-http-method-override': 'DELETE' } },
  'headers of others': {
    headers: {
      'x-forwarded-for': `${'1.1.1.1,'.repeat(500)}x`,
      host: 'evil.example',
      'content-disposition': "attachment; filename*=UTF-8''%ff%00",
      cookie: 'a=b;'.repeat(1_000),
      range: 'bytes=0-,-1',
      'if-none-match': '*',
      expect: '200-ok',
    },
  },
}

const pathOf = ({ group, route }: Endpoint, idOf: (key: string) => string) =>
  `${serviceAddress[route.service]}${route.path.replace(/:(\w+)/g, (_all, key: string) => idOf(key))}${route.when ? `?${route.when}=${group}` : ''}`

describe('Raw HTTP requests', () => {
  test('any bytes sent to any endpoint are refused within bounded time and memory, and other clients are served (SAFE-3, SAFE-2)', async () => {
    const { app } = await testServer()
    const { ward, ids } = await wholeOrganisation()
    const callers = new Map(
      await Promise.all(
        roles.map(async (role) => [role, role === 'Forms SysAdmin' ? await systemAdministrator() : await ward.staff(role)] as const),
      ),
    )
    const wrong: string[] = []
    let [calls, turn] = [0, 0]
    const before = process.memoryUsage().rss
    for (const endpoint of endpoints) {
      const role = roles.find((one) => one !== 'Forms SysAdmin' && isAllowed(endpoint.route, one)) ?? 'Forms SysAdmin'
      const address = pathOf(endpoint, (key) => idAt(ids, endpoint.group, endpoint.route, key))
      for (const [name, { payload, type, headers = {}, tail = '' }] of Object.entries(attacks)) {
        // What a GET has no place for would be the same question again and again.
        if (endpoint.route.method === 'GET' && payload !== undefined) continue
        // What lies below the schemas is the same for all of them: each is asked every third question, its neighbours the others.
        if (++turn % 3) continue
        const began = performance.now()
        const answer = await app.inject({
          method: endpoint.route.method,
          url: tail && address.includes('?') ? `${address}&${tail.slice(1)}` : address + tail,
          headers: { ...headers, ...(type !== undefined && type && { 'content-type': type }), [asSubject]: callers.get(role)!.subject },
          ...(payload !== undefined && { payload }),
          remoteAddress: `10.9.${(++calls >> 8) & 255}.${calls & 255}`,
          payloadAsStream: true,
        } as InjectOptions & { payloadAsStream: true }) // its types know no variable method
        const { statusCode, headers: answered } = answer
        const body = await bodyOf(endpoint.route, answer)
        const took = performance.now() - began
        const isSafe = answered['x-content-type-options'] === 'nosniff' && !/root:|at \w+ \(|node_modules/.test(body)
        if (statusCode >= 500 || took > 10_000 || !isSafe)
          wrong.push(`${endpoint.name} with ${name}: ${statusCode} in ${Math.round(took)} ms`)
      }
    }

    expect(wrong).toEqual([])
    expect(calls).toBeGreaterThan(400)
    expect((process.memoryUsage().rss - before) / 2 ** 20, 'MB more than before').toBeLessThan(500)
    expect((await app.inject('/health/ready')).json()).toEqual({ ready: true })
    expect(({} as Record<string, unknown>)['isAdmin']).toBeUndefined()
  })

  test.each([
    '/../../etc/passwd',
    '/assets/../../package.json',
    '/assets/%2e%2e/%2e%2e/package.json',
    '/pages/assets/..%2f..%2f..%2fpackage.json',
    '/assets/%00',
    '/assets/..%5c..%5cpackage.json',
    '//evil.example/%2e%2e',
    '/api/patients/patient/%2e%2e/%2e%2e',
    '/api/%c0%ae%c0%ae/x',
    `/${'a/'.repeat(3_000)}`,
    '/r/%2e%2e%2f%2e%2e%2fapi',
    '/%',
  ])('the address %s opens no file outside its folder and causes no server error (SAFE-2, SAFE-3)', async (address) => {
    const { app } = await testServer()

    const { statusCode, body, headers } = await app.inject(address)

    expect(statusCode).toBeLessThan(500)
    expect(body).not.toMatch(/root:|"dependencies"/)
    expect(headers['location'] ?? '').not.toMatch(/^(?:https?:)?\/\/(?!localhost)/)
  })
})
