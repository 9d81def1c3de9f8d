import { Validator } from '@seriousme/openapi-schema-validator'
import { expect, test } from 'vitest'

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

test('API-4 the API describes itself as valid OpenAPI 3.1, to anyone', async () => {
  const document = await readDocument()
  const { valid, errors } = await new Validator().validate(document)

  expect(document.openapi).toMatch(/^3\.1/)
  expect(errors ?? []).toEqual([])
  expect(valid).toBe(true)
})

test('API-4 every route of the contract is in the document, and nothing else', async () => {
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

test('API-4 a stranger who has only the document finds every address it names', async () => {
  const { paths } = await readDocument()
  const ward = await openOrganisation()
  const ada = await ward.staff('Admin')

  for (const [path, operations] of Object.entries(paths))
    for (const [method, { parameters, operationId, responses }] of Object.entries(operations)) {
      // Events go on for as long as somebody listens: server/live/live.test.ts.
      if (JSON.stringify(responses).includes('text/event-stream')) continue
      const url = path.replace(/\{(\w+)\}/g, () => '11111111-1111-4111-8111-111111111111')
      const answer = await (method === 'get' ? ada.get(url) : ada[method as 'post' | 'put' | 'patch' | 'delete'](url, {}))
      expect(answer.statusCode, `${operationId} ${JSON.stringify(parameters.map(({ name }) => name))}`).toBeLessThan(500)
      if (answer.statusCode === 404) expect(answer.json(), operationId).toMatchObject({ code: expect.any(String) as string })
    }
})
