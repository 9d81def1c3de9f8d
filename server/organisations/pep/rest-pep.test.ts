import { pino } from 'pino'
import { Validator } from '@seriousme/openapi-schema-validator'
import { describe, expect, test } from 'vitest'

import { randomUUID } from 'node:crypto'
import { Writable } from 'node:stream'

import { callOutside } from '#server/platform/outbound/outbound.ts'
import { openPepServer, type PepManners } from '#test/pep/server.ts'
import { pepSpecification, problemsOfResponse } from '#test/pep/specification.ts'

import { demonstrationPlaces } from './demonstration-pep.ts'
import { restPep, type RestPepSettings } from './rest-pep.ts'

const nhsNumber = '9990000018'

async function openWith(manners: PepManners = {}, more: Partial<RestPepSettings> = {}) {
  const server = await openPepServer(manners)
  const lines: string[] = []
  const log = pino(new Writable({ write: (line, _encoding, done) => (lines.push(String(line)), done()) }))
  const { address, clientId, clientSecret } = server.config
  const settings = {
    address,
    clientId,
    clientSecret,
    finds: ['department', 'clinic'] as const,
    mayBePrivate: true,
    pauseName: randomUUID(),
    log,
  }
  return { server, lines, pep: restPep({ ...settings, ...more }, callOutside) }
}

describe('docs/pep-api.yaml', () => {
  test('is a valid OpenAPI document (PEP-1)', async () => {
    expect(await new Validator().validate(structuredClone(pepSpecification))).toMatchObject({ valid: true })
  })

  test('the check of the stand-in finds what the document does not allow (PEP-1)', () => {
    const address = new URL('https://pep.example/places/check?code=x')
    expect(problemsOfResponse({ method: 'GET', address }, 200, { isKnown: true })).not.toEqual([])
    expect(problemsOfResponse({ method: 'GET', address }, 200, { isKnown: false })).toEqual([])
  })
})

describe('Asking a PEP', () => {
  test('every call and every answer is as the document says, and is understood (PEP-1)', async () => {
    const { server, pep } = await openWith()

    expect(await pep.readStatus()).toEqual({ answer: { name: 'Demonstration PEP', finds: ['department', 'clinic'] } })
    expect(await pep.querySubscriber('9990000026')).toEqual({ answer: { isSubscriber: true } })
    expect(await pep.querySubscriber(nhsNumber)).toEqual({ answer: { isSubscriber: false } })
    expect(await pep.findPlace('CARD')).toEqual({ answer: demonstrationPlaces[0] })
    expect(await pep.findPlace('card')).toEqual({ answer: demonstrationPlaces[0] })
    expect(await pep.findPlace('NO-SUCH & code=CARD')).toEqual({ answer: undefined })
    expect(await pep.searchPlaces('')).toEqual({ answer: demonstrationPlaces })
    expect(await pep.searchPlaces('hip')).toMatchObject({ answer: [{ code: 'ORTHO-HIP' }] })
    expect(server.problems).toEqual([])
    expect(server.asked).toHaveLength(8)
  })

  test('only the kinds that the configuration looks up are searched, and without any nothing is asked (PEP-1)', async () => {
    const clinics = await openWith({}, { finds: ['clinic'] })
    const none = await openWith({}, { finds: [] })

    const found = await clinics.pep.searchPlaces('card')
    expect(found).toMatchObject({ answer: [{ code: 'CARD-HF' }, { code: 'CARD-PACE' }] })
    expect(clinics.server.problems).toEqual([])
    expect(await none.pep.searchPlaces('card')).toEqual({ answer: [] })
    expect(none.server.asked).toEqual([])
  })

  test('the NHS number is in the body only, and neither it nor a code is logged (PEP-1, SAFE-2)', async () => {
    const { server, pep, lines } = await openWith({ status: 500 })
    await pep.querySubscriber(nhsNumber)
    const other = await openWith({ status: 500 })
    await other.pep.findPlace('SECRET-CLINIC')

    const [asked] = server.asked
    expect(asked!.address.href + JSON.stringify(asked!.headers)).not.toContain(nhsNumber)
    expect(JSON.parse(asked!.body)).toEqual({ nhsNumber })
    expect(lines).toHaveLength(1)
    expect(JSON.parse(lines[0]!)).toMatchObject({
      call: '/subscribers/query',
      failure: 'technical_problem',
      correlationId: asked!.headers['x-correlation-id'],
    })
    expect(lines.join() + other.lines.join()).not.toMatch(/9990000018|SECRET-CLINIC|Basic/)
  })
})

describe('A PEP that gives no answer', () => {
  test.each([
    ['401', { status: 401 }, 'not_authorised'],
    ['403', { status: 403 }, 'not_authorised'],
    ['404', { status: 404 }, 'wrong_address'],
    ['a redirect', { status: 302, headers: { location: 'https://localhost:1/' } }, 'redirected'],
    ['429', { status: 429 }, 'too_many_calls'],
    ['500', { status: 500 }, 'technical_problem'],
    ['a web page', { body: '<!doctype html>' }, 'not_understood'],
    ['JSON of another shape', { body: '{"isSubscriber":"yes"}' }, 'not_understood'],
    ['a name with hidden characters', { body: '{"name":"a\\u0000b","finds":[]}' }, 'not_understood'],
    ['too much', { sendsTooMuch: true }, 'too_large'],
    ['nothing, and disconnects', { isAway: true }, 'disconnected'],
  ] as const)('%s is told apart (PEP-1)', async (_what, manners, failure) => {
    const { pep } = await openWith(manners)
    expect(await pep.readStatus()).toEqual(expect.objectContaining({ failure }))
  })

  test('a wrong secret (PEP-1)', async () => {
    const { pep } = await openWith({}, { clientSecret: 'another' })
    expect(await pep.readStatus()).toEqual(expect.objectContaining({ failure: 'not_authorised' }))
  })

  test('a place with another code does not confirm this one (FORM-4)', async () => {
    const { pep } = await openWith({ body: '{"isKnown":true,"place":{"code":"DERM","name":"Dermatology","kind":"department"}}' })
    expect(await pep.findPlace('CARD')).toEqual({ failure: 'not_understood' })
  })

  test('an answer that does not come ends after 3,000 ms, and is not asked for again (PEP-1)', async () => {
    const { server, pep } = await openWith({ isSilent: true })
    const began = Date.now()

    expect(await pep.findPlace('CARD')).toEqual(expect.objectContaining({ failure: 'timeout' }))

    expect(Date.now() - began).toBeGreaterThanOrEqual(2_950)
    expect(Date.now() - began).toBeLessThan(4_000)
    expect(server.asked).toHaveLength(1)
  })

  test('a GET is repeated once with the same correlation id, a POST never (PEP-1)', async () => {
    const get = await openWith({ isAway: 1 })
    const post = await openWith({ isAway: 1 })

    expect(await get.pep.findPlace('CARD')).toEqual({ answer: demonstrationPlaces[0] })
    expect(await post.pep.querySubscriber(nhsNumber)).toEqual(expect.objectContaining({ failure: 'disconnected' }))

    const ids = get.server.asked.map(({ headers }) => headers['x-correlation-id'])
    expect([ids.length, new Set(ids).size, post.server.asked.length]).toEqual([2, 1, 1])
  })

  test('after a failure the PEP is left alone, except for a test of the connection, which ends the pause when it succeeds (PEP-1)', async () => {
    const { server, pep } = await openWith({ status: 503 })
    await pep.querySubscriber(nhsNumber)
    delete server.manners.status
    const before = server.asked.length

    expect(await pep.querySubscriber(nhsNumber)).toEqual({ failure: 'paused' })
    expect(server.asked).toHaveLength(before)
    expect(await pep.readStatus()).toMatchObject({ answer: {} })
    expect(await pep.querySubscriber(nhsNumber)).toMatchObject({ answer: {} })
  })

  test('a refused client pauses nothing: a corrected secret works at once (PEP-1)', async () => {
    const { server, pep } = await openWith({ status: 401 })
    await pep.querySubscriber(nhsNumber)
    delete server.manners.status
    expect(await pep.querySubscriber(nhsNumber)).toMatchObject({ answer: {} })
  })

  test('a private address is refused without a call (SAFE-2)', async () => {
    const { server, pep } = await openWith({}, { mayBePrivate: false })
    expect(await pep.readStatus()).toEqual(expect.objectContaining({ failure: 'private_address' }))
    expect(server.asked).toEqual([])
  })
})
