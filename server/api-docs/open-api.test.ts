import { Validator } from '@seriousme/openapi-schema-validator'
import { describe, expect, test } from 'vitest'

import type { z } from 'zod'

import { acceptedInput } from '#contract/accepted-input.ts'
import { contract } from '#contract/index.ts'
import { problems } from '#contract/problems.ts'
import { serviceAddress, type Route } from '#contract/route.ts'
import { examples } from './examples.ts'
import { nobody, openOrganisation } from '#test/organisation.ts'
import { sendFormToPatient } from '#test/send-form-to-patient.ts'

type Schema = { type?: string }
type Operation = {
  operationId: string
  parameters: { name: string; in: string; required: boolean; schema: Schema }[]
  responses: object
  security?: unknown[]
}
type Document = { openapi: string; paths: Record<string, Record<string, Operation>> }

const readDocument = async () => (await (await nobody()).get('/api/openapi.json')).json<Document>()

describe('GET /api/openapi.json', () => {
  test('returns a valid OpenAPI 3.1 document without a token (API-4)', async () => {
    const document = await readDocument()
    const { valid, errors } = await new Validator().validate(document)

    expect(document.openapi).toMatch(/^3\.1/)
    expect(errors ?? []).toEqual([])
    expect(valid).toBe(true)
  })

  test('describes exactly the routes of the contract (API-4)', async () => {
    const { paths } = await readDocument()
    const described = Object.entries(paths).flatMap(([path, operations]) =>
      Object.keys(operations).map((method) => `${method.toUpperCase()} ${path}`),
    )
    const everyRoute: Route[] = Object.values(contract).flatMap((group) => Object.values(group))
    const served = new Set(
      everyRoute.map((route) => `${route.method} ${serviceAddress[route.service]}${route.path.replace(/:(\w+)/g, '{$1}')}`),
    )

    expect(described.sort()).toEqual([...served].sort())
  })

  test('a POST that may be repeated takes an Idempotency-Key, and the calls for systems name how systems sign in (INT-1, INT-2)', async () => {
    const document = await readDocument()
    const operations = Object.values(document.paths).flatMap((methods) =>
      Object.entries(methods).map(([method, one]) => ({ method, ...one })),
    )
    const named = (wanted: string) => operations.find(({ operationId }) => operationId === wanted)!
    const takesKey = ({ parameters }: Pick<Operation, 'parameters'>) =>
      JSON.stringify(parameters).includes('#/components/parameters/IdempotencyKey')

    expect(operations.filter((one) => one.method !== 'post' && takesKey(one))).toEqual([])
    expect(['patients.create', 'requests.create', 'wards.create'].map((one) => takesKey(named(one)))).toEqual([true, true, true])
    expect(['integrationClients.create', 'requests.link', 'messageProviderAccounts.sendTest'].map((one) => takesKey(named(one)))).toEqual([
      false,
      false,
      false,
    ])
    expect(named('patients.save').security).toEqual([{ signIn: [] }, { clientCredentials: [] }])
    expect(named('wards.create').security).toBeUndefined()
  })

  test('every address in the document exists (API-4)', async () => {
    const { paths } = await readDocument()
    const ward = await openOrganisation()
    const ada = await ward.staff('Admin')

    for (const [path, operations] of Object.entries(paths))
      for (const [method, { parameters, operationId, responses }] of Object.entries(operations)) {
        // A stream of events does not end. server/live/live.test.ts tests it.
        if (JSON.stringify(responses).includes('text/event-stream')) continue
        const url = path.replace(/\{(\w+)\}/g, () => '11111111-1111-4111-8111-111111111111')
        const answer = await (method === 'get' ? ada.get(url) : ada[method as 'post' | 'put' | 'patch' | 'delete'](url, {}))
        expect(answer.statusCode, `${operationId} ${JSON.stringify(parameters.map(({ name }) => name))}`).toBeLessThan(500)
        const refusal = path.startsWith('/api/fhir/') ? { resourceType: 'OperationOutcome' } : { code: expect.any(String) as string }
        if (answer.statusCode === 404) expect(answer.json(), operationId).toMatchObject(refusal)
      }
  })
})

describe('GET /api/openapi.json', () => {
  type Refusal = { description: string; headers?: object }
  type Content = Record<string, { schema: { $ref?: string } }>
  type Described = Operation & { requestBody?: { content: Content }; responses: Record<string, { content: Content }> }
  const readAll = async () => {
    const { paths, components } = (await (await nobody()).get('/api/openapi.json')).json<{
      paths: Record<string, Record<string, Described>>
      components: { schemas: Record<string, object>; responses: Record<string, Refusal> }
    }>()
    return {
      operations: new Map(
        Object.values(paths)
          .flatMap((one) => Object.values(one))
          .map((one) => [one.operationId, one]),
      ),
      components,
    }
  }

  test.each([
    ['logos.get', 'answered', ['image/png', 'image/jpeg', 'image/webp']],
    ['formExchange.version', 'answered', ['application/fhir+json']],
    ['formExchange.response', 'answered', ['application/fhir+json']],
    ['formFiles.blank', 'answered', ['application/pdf']],
    ['formFiles.submission', 'answered', ['application/pdf']],
    ['exports.download', 'answered', ['application/vnd.openxmlformats-officedocument.spreadsheetml.sheet', 'text/csv']],
    ['imports.template', 'answered', ['application/vnd.openxmlformats-officedocument.spreadsheetml.sheet']],
    ['patients.create', 'accepted', ['application/json']],
  ] as const)('%s: the media types %s are those of the route (API-4)', async (operationId, use, types) => {
    const { requestBody, responses } = (await readAll()).operations.get(operationId)!
    expect(Object.keys(use === 'accepted' ? requestBody!.content : responses['200']!.content)).toEqual(types)
  })

  test.each(['formExchange.create', 'formExchange.preview'])(
    '%s accepts FHIR under both of its media types (API-4, FORM-9)',
    async (operationId) => {
      const { requestBody } = (await readAll()).operations.get(operationId)!
      expect(Object.keys(requestBody!.content)).toEqual(expect.arrayContaining(['application/fhir+json', 'application/json']))
    },
  )

  test('every route that accepts or returns a file names its media types (API-4)', () => {
    const unnamed = Object.values(contract)
      .flatMap((group): Route[] => Object.values(group))
      .filter(
        ({ body, bodyTypes, response, fileTypes }) =>
          (typeof body === 'string' && !bodyTypes?.length) || (response === 'file' && !fileTypes?.length),
      )
    expect(unnamed.map(({ path }) => path)).toEqual([])
  })

  test('types have names, and every reference leads to a type (API-4)', async () => {
    const { operations, components } = await readAll()
    const names = Object.keys(components.schemas)
    const text = JSON.stringify([...operations.values(), components])
    const references = new Set([...text.matchAll(/"#\/components\/schemas\/(\w+)"/g)].map(([, name]) => name!))

    expect(names).toEqual(
      expect.arrayContaining(['Patient', 'Form', 'FormRequest', 'FormDefinition', 'FormDefinitionInput', 'Member', 'Problem']),
    )
    expect([...references].filter((name) => !names.includes(name))).toEqual([])
    expect(names.filter((name) => !references.has(name))).toEqual([])
    expect(text).not.toContain('$defs')
    expect(operations.get('patients.create')!.responses['200']!.content['application/json']!.schema).toEqual({
      $ref: '#/components/schemas/Patient',
    })
    // Without references the document is larger than 600 kB.
  })

  test('the summary of an operation is an English phrase (API-4)', async () => {
    const { operations } = await readAll()
    const summaries = [...operations.values()].map((operation) => (operation as Operation & { summary: string }).summary)
    expect(summaries).toContain('Form request: assign')
    expect(summaries.filter((summary) => !/^[A-Z][A-Za-z ]*: [a-z]/.test(summary))).toEqual([])
    // The document grows with the number of calls, and not with how often they share a schema.
    expect(JSON.stringify(await readDocument()).length / summaries.length).toBeLessThan(4_750)
  })

  test('every filter is a parameter of its own, and several values of it are the same in both ways of writing (INT-4)', async () => {
    const { operations } = await readAll()
    const schemas = [...operations.values()].flatMap(({ parameters }) => parameters)
    expect(schemas.filter((one) => one.in === 'query' && one.schema.type === 'object').map(({ name }) => name)).toEqual([])
    const filters = operations.get('requests.list')!.parameters
    expect(filters.find(({ name }) => name === 'filters[status]')!.schema).toMatchObject({ type: 'array', items: { type: 'string' } })

    const own = await openOrganisation()
    const staff = await own.staff()
    const statuses = ['unopened', 'opened', 'closed'] as const
    for (const status of statuses) await sendFormToPatient(own, { status })
    const idsOf = async (query: string) => {
      const answer = await staff.get(`/api/forms/request?${query}`)
      expect(answer.statusCode, query).toBe(200)
      return answer.json<{ docs: { status: string }[] }>().docs.map(({ status }) => status)
    }
    const repeated = await idsOf('filters[status]=opened&filters[status]=closed')
    expect(repeated.toSorted()).toEqual(['closed', 'opened'])
    expect(await idsOf('filters[status][0]=opened&filters[status][1]=closed')).toEqual(repeated)
    expect(await idsOf('filters%5Bstatus%5D=opened')).toEqual(['opened'])
  })

  test.each(Object.entries(examples))('the examples of %s are what the call takes and answers (INT-4)', async (name, { body, answer }) => {
    const [group, call] = name.split('.') as [string, string]
    const route = (contract as Record<string, Record<string, Route>>)[group]![call]!
    const { requestBody, responses } = (await readAll()).operations.get(name)!

    if (body) {
      const { schema } = acceptedInput(route).find(({ part }) => part === 'body')!
      expect(schema.safeParse(body).error).toBeUndefined()
      expect(requestBody!.content['application/json']).toMatchObject({ example: body })
    }
    if (answer) {
      // Nothing is left out, and nothing is in it that the call does not answer.
      expect((route.response as z.ZodType).parse(answer)).toEqual(answer)
      expect(responses['200']!.content['application/json']).toMatchObject({ example: answer })
    }
  })

  test('each refusal says what causes it, and names its headers (INT-4)', async () => {
    const { operations, components } = await readAll()
    const refused = (status: number) => components.responses[`Problem${status}`]!
    for (const [code, status] of Object.entries(problems)) {
      expect(refused(status).description).toContain(`\`${code}\`: `)
      expect(operations.get('patients.create')!.responses[status]).toEqual({ $ref: `#/components/responses/Problem${status}` })
    }
    expect(Object.keys(refused(401).headers!)).toEqual(['WWW-Authenticate'])
    expect(Object.keys(refused(429).headers!)).toEqual(['Retry-After'])
  })
})

describe('GET /api/docs', () => {
  test('is a page that loads only files of this server, which a browser may keep (INT-4)', async () => {
    const anyone = await nobody()
    const page = await anyone.get('/api/docs')

    expect(page.headers['content-type']).toBe('text/html; charset=utf-8')
    expect(page.headers['content-security-policy']).toMatch(/^default-src 'none'; script-src 'self'; style-src 'self'; /)
    const addresses = [...page.body.matchAll(/(?:src|href)="(\/[^"]+)"/g)].map(([, address]) => address!)
    expect(addresses).toHaveLength(5)
    for (const address of addresses) expect((await anyone.get(address)).statusCode, address).toBe(200)
    const script = await anyone.get(addresses.find((address) => address.endsWith('bundle.js'))!)
    expect(script.headers).toMatchObject({ 'cache-control': 'public, max-age=31536000, immutable', 'content-encoding': 'gzip' })
  })
})
