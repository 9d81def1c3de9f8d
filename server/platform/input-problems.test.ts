import fc from 'fast-check'
import type { FastifyRequest } from 'fastify'
import { z } from 'zod'
import { describe, expect, test } from 'vitest'

import { routes, type Route } from '#contract/route.ts'
import type { ProblemBody } from '#contract/problems.ts'
import { endpoints, isAllowed, send, type Endpoint } from '#test/endpoints.ts'
import { fittingInput, hostileInput, type GeneratedInput } from '#test/generated-input.ts'
import { openOrganisation, systemAdministrator } from '#test/organisation.ts'
import { roles } from '#domain/roles.ts'
import { wholeOrganisation, type Ids } from '#test/whole-organisation.ts'

import { routeChecks } from './route-checks.ts'
import { Problem } from './problem.ts'

const anyId = '3f2504e0-4f89-41d3-9a0c-0305e82c3301'
const anyIds = new Proxy({} as Ids, { get: () => anyId })

/** What the route says of an input, before anybody is asked who they are. */
function problemsOf(route: Route, input: Partial<GeneratedInput>): NonNullable<ProblemBody['errors']> {
  try {
    const body = typeof route.body === 'string' ? Buffer.from('a file') : input.body
    routeChecks(route).input({ params: {}, query: {}, headers: {}, ...input, body } as unknown as FastifyRequest)
    return []
  } catch (error) {
    if (error instanceof Problem && error.code === 'invalid_request') return error.errors ?? []
    throw error
  }
}

const unknownKey = 'stauts'
/** The objects of a value, with their paths; what a browser's passkey holds is the browser's affair. */
function objectsOf(value: unknown, path: string[] = []): { object: Record<string, unknown>; path: string[] }[] {
  if (value === null || typeof value !== 'object') return []
  const inner = Object.entries(value).flatMap(([key, one]) => (key === 'credential' ? [] : objectsOf(one, [...path, key])))
  return Array.isArray(value) ? inner : [{ object: value as Record<string, unknown>, path }, ...inner]
}

const partsOf = ({ body, method }: Route) =>
  typeof body === 'string' || method === 'GET' ? (['query'] as const) : (['query', 'body'] as const)

describe('every route of the contract', () => {
  test.each(endpoints.map((endpoint) => [endpoint.name, endpoint] as const))(
    '%s refuses an unknown key at every depth and names it (API-1)',
    (_name, { group, route }) => {
      for (const sample of fc.sample(fittingInput(anyIds, group, route), { numRuns: 10, seed: 7 }))
        for (const part of partsOf(route))
          for (let n = 0; n < objectsOf(sample[part]).length; n++) {
            const input = structuredClone(sample)
            const { object, path } = objectsOf(input[part])[n]!
            object[unknownKey] = 'x'
            const named = problemsOf(route, input).find(({ field }) => field === [...path, unknownKey].join('.'))
            expect(named?.message, `${part} ${path.join('.')}`).toMatch(
              /^There is no (field|filter|query parameter) called “stauts”\. Check its spelling\.$/,
            )
          }
    },
  )

  const ofTheLibrary =
    /Invalid (input|option|string|number|key|value|discriminator|UUID|ISO)|Too (big|small)|expected|received|Unrecognized|<=|>=|undefined|NaN/
  test('explains every invalid input in plain words, never in those of the schema library (API-1)', () => {
    const said = new Set<string>()
    for (const { group, route } of endpoints)
      for (const input of fc.sample(hostileInput(anyIds, group, route), { numRuns: 300, seed: 20_261_123 }))
        for (const { message } of problemsOf(route, input)) said.add(message)

    expect(said.size).toBeGreaterThan(40)
    expect([...said].filter((message) => ofTheLibrary.test(message) || !/^[“A-Z].*[.]$/s.test(message))).toEqual([])
  })
})

describe('Invalid input', () => {
  test.each<[string, z.ZodType, unknown, { field: string; message: string }[]]>([
    ['a missing field', z.object({ a: z.string() }), {}, [{ field: 'a', message: 'This field is required.' }]],
    ['null for text', z.object({ a: z.array(z.uuid()) }), { a: [null] }, [{ field: 'a.0', message: 'Must be text.' }]],
    ['text for a flag', z.object({ a: z.boolean() }), { a: 'x' }, [{ field: 'a', message: 'Must be true or false.' }]],
    ['one item for a list', z.object({ a: z.array(z.string()) }), { a: 'x' }, [{ field: 'a', message: 'Must be a list.' }]],
    ['half a number', z.object({ a: z.number().int() }), { a: 1.5 }, [{ field: 'a', message: 'Must be a whole number.' }]],
    [
      'text too long',
      z.object({ a: z.string().max(1_000) }),
      { a: 'x'.repeat(1_001) },
      [{ field: 'a', message: 'Must be 1,000 characters or fewer.' }],
    ],
    ['a number too large', z.object({ a: z.number().max(100) }), { a: 101 }, [{ field: 'a', message: 'Must be 100 or less.' }]],
    ['a number too small', z.object({ a: z.number().positive() }), { a: 0 }, [{ field: 'a', message: 'Must be more than 0.' }]],
    ['an empty list', z.object({ a: z.array(z.string()).min(1) }), { a: [] }, [{ field: 'a', message: 'Must have 1 item or more.' }]],
    ['empty text', z.object({ a: z.string().min(1) }), { a: '' }, [{ field: 'a', message: 'This field is required.' }]],
    ['no date', z.object({ a: z.iso.date() }), { a: '31/10/2026' }, [{ field: 'a', message: 'Must be a date, such as 2026-10-31.' }]],
    ['another word', z.object({ a: z.enum(['b', 'c', 'd']) }), { a: 'e' }, [{ field: 'a', message: 'Must be b, c or d.' }]],
    [
      'one of two types',
      z.object({ a: z.union([z.array(z.enum(['b'])), z.enum(['b'])]) }),
      { a: 'c' },
      [{ field: 'a', message: 'Must be b.' }],
    ],
    [
      'a choice of objects',
      z.union([z.object({ code: z.string() }), z.object({ password: z.string(), again: z.string() })]),
      { code: 5 },
      [{ field: 'code', message: 'Must be text.' }],
    ],
    [
      'an unknown kind',
      z.discriminatedUnion('a', [z.object({ a: z.literal(true) }), z.object({ a: z.literal(false) })]),
      { a: 'x' },
      [{ field: 'a', message: 'Must be true or false.' }],
    ],
  ])('a body with %s is refused in plain words (API-1)', (_what, body, sent, problems) => {
    const { one } = routes({
      one: {
        service: 'forms',
        method: 'POST',
        path: '/x',
        action: 'x:x',
        permission: 'signed in',
        audit: 'verb',
        body,
        response: z.object({}),
      },
    })
    expect(problemsOf(one, { body: sent as Record<string, unknown> })).toEqual(problems)
  })
})

describe('an unknown key', () => {
  test('the first twenty of many are named, and long names are shortened (API-1)', () => {
    const { route } = endpoints.find(({ name }) => name === 'patients.create')!
    const body = Object.fromEntries(Array.from({ length: 1_000 }, (_, n) => [`${n}${'x'.repeat(5_000)}`, 1]))
    const problems = problemsOf(route, { body })
    expect(problems).toHaveLength(20)
    expect(JSON.stringify(problems).length).toBeLessThan(5_000)
  })

  test('POST /request/export: a misspelt filter exports nothing, and the log has no export (API-1)', async () => {
    const ward = await openOrganisation()
    const ada = await ward.staff('Forms OrgAdmin')
    const answer = await ada.post('/api/forms/request/export', { filters: { stauts: ['opened'] }, hasPersonalData: false })
    expect(answer.json()).toMatchObject({
      status: 400,
      code: 'invalid_request',
      errors: [{ field: 'filters.stauts', message: 'There is no filter called “stauts”. Check its spelling.' }],
    })
    expect(await ward.query('select 1 from export_jobs where organisation_id = $1', [ward.id])).toEqual([])
  })

  test('GET /request/bulk/preview: a misspelt filter in the address does not count everything (API-1)', async () => {
    const ada = await (await openOrganisation()).staff('Forms OrgAdmin')
    const answer = await ada.get('/api/forms/request/bulk/preview?filters[statsu][0]=opened')
    expect(answer.json()).toMatchObject({ status: 400, errors: [{ field: 'filters.statsu' }] })
  })

  test.each(['constructor=1', 'filters[hasOwnProperty]=x', 'filters[toString][0]=x'])(
    'GET /patient?%s: a key that every object has is refused like any other (API-1)',
    async (query) => {
      const clerk = await (await openOrganisation()).staff()

      const answer = await clerk.get(`/api/patients/patient?page=1&${query}`)

      expect([answer.statusCode, answer.body]).toEqual([400, expect.stringContaining('There is no')])
    },
  )

  test('a file for a route that takes none is refused, and its content is not repeated (SAFE-3)', async () => {
    const { subject } = await (await openOrganisation()).staff('Forms OrgAdmin')
    const endpoint = endpoints.find(({ name }) => name === 'bulkChanges.cancel')!
    const answer = await send(endpoint, { params: { id: anyId }, query: {}, body: {} }, subject, {
      'content-type': 'application/octet-stream',
    })
    expect(answer.statusCode).toBeLessThan(500)
    expect(answer.body.length).toBeLessThan(500)
  })
})

describe('Unknown query parameters', () => {
  test('every route refuses an unknown query parameter of a caller with the permission (API-1)', async () => {
    const { ward, ids } = await wholeOrganisation()
    const wrong: string[] = []
    const ask = async (endpoint: Endpoint) => {
      const role = roles.find((one) => one !== 'Forms SysAdmin' && isAllowed(endpoint.route, one))
      const { subject } = role ? await ward.staff(role) : await systemAdministrator()
      const [input] = fc.sample(fittingInput(ids, endpoint.group, endpoint.route), { numRuns: 1, seed: 7 })
      const { statusCode, body } = await send(endpoint, { ...input!, query: { ...input!.query, [unknownKey]: 'x' } }, subject)
      if (statusCode !== 400 || !body.includes(unknownKey)) wrong.push(`${endpoint.name}: ${statusCode} ${body.slice(0, 200)}`)
    }
    // A signed address that nobody signed is not found, whatever else it holds.
    for (const endpoint of endpoints) if (endpoint.route.permission !== 'signed address') await ask(endpoint)
    expect(wrong).toEqual([])
  })
})
