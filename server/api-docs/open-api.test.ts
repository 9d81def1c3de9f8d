import { Validator } from '@seriousme/openapi-schema-validator'
import { describe, expect, test } from 'vitest'

import { contract } from '#contract/index.ts'
import { serviceAddress, type Route } from '#contract/route.ts'
import { nobody, openOrganisation } from '#test/organisation.ts'

type Operation = {
  operationId: string
  parameters: { name: string; in: string; required: boolean }[]
  responses: object
  security?: unknown[]
}
type Document = { openapi: string; paths: Record<string, Record<string, Operation>> }

const readDocument = async () => (await (await nobody()).get('/api/docs')).json<Document>()

describe('GET /api/docs', () => {
  test('GET /api/docs: returns a valid OpenAPI 3.1 document without a token (API-4)', async () => {
    const document = await readDocument()
    const { valid, errors } = await new Validator().validate(document)

    expect(document.openapi).toMatch(/^3\.1/)
    expect(errors ?? []).toEqual([])
    expect(valid).toBe(true)
  })

  test('GET /api/docs: describes exactly the routes of the contract (API-4)', async () => {
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

  test('GET /api/docs: every address in the document exists (API-4)', async () => {
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
        if (answer.statusCode === 404) expect(answer.json(), operationId).toMatchObject({ code: expect.any(String) as string })
      }
  })
})

describe('GET /api/docs', () => {
  type Content = Record<string, { schema: { $ref?: string } }>
  type Described = Operation & { requestBody?: { content: Content }; responses: Record<string, { content: Content }> }
  const readAll = async () => {
    const { paths, components } = (await (await nobody()).get('/api/docs')).json<{
      paths: Record<string, Record<string, Described>>
      components: { schemas: Record<string, object> }
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
    ['exports.download', 'answered', ['application/vnd.openxmlformats-officedocument.spreadsheetml.sheet']],
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
})
