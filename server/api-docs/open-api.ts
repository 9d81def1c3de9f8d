import { z } from 'zod'

import { ProblemBody, problems } from '#contract/problems.ts'
import { serviceAddress, type Route } from '#contract/route.ts'

type Json = Record<string, unknown>
type Named = Route & { name: string }

const xlsx = 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet'
const schemaOf = (schema: z.ZodType, io: 'input' | 'output') => {
  const { $schema: _dialect, ...rest } = z.toJSONSchema(schema, { io, target: 'draft-2020-12', unrepresentable: 'any' })
  return rest as Json
}

/** The API as an OpenAPI 3.1 document, made from the contract and nothing else (https://spec.openapis.org/oas/v3.1.1). */
export function describeApi(
  contract: Record<string, Record<string, Route>>,
  { version, server, issuer }: { version: string; server: string; issuer: string },
) {
  const all = Object.entries(contract).flatMap(([group, table]) =>
    Object.entries(table).map(([name, route]): Named => ({ ...route, name: `${group}.${name}` })),
  )
  const paths: Record<string, Json> = {}
  for (const [address, routes] of Map.groupBy(all, (route) => `${serviceAddress[route.service]}${route.path.replace(/:(\w+)/g, '{$1}')}`))
    paths[address] = Object.fromEntries(
      [...Map.groupBy(routes, ({ method }) => method)].map(([method, sharing]) => [method.toLowerCase(), operationOf(sharing)]),
    )
  return {
    openapi: '3.1.1',
    info: {
      title: 'Formward',
      version,
      description:
        'Every call carries a bearer token of the identity provider (sender-constrained by DPoP, RFC 9449, with the embedded one). Lists answer docs, page and totalDocs. Arrays in queries are bracket-indexed: filters[status][0]=opened.',
      license: { name: 'Apache-2.0', identifier: 'Apache-2.0' },
    },
    servers: [{ url: server }],
    security: [{ signIn: [] }],
    tags: Object.keys(contract).map((name) => ({ name })),
    paths,
    components: {
      schemas: { Problem: schemaOf(ProblemBody, 'output') },
      securitySchemes: { signIn: { type: 'openIdConnect', openIdConnectUrl: `${issuer}/.well-known/openid-configuration` } },
    },
  }
}

/** Routes that share an address are one operation here: its answer is one of theirs, its queries are all of theirs. */
function operationOf(routes: Named[]): Json {
  const [first] = routes as [Named]
  const isSigned = first.permission === 'signed address'
  return {
    operationId: routes.map(({ name }) => name).join('_or_'),
    tags: [first.name.split('.')[0]],
    summary: routes.map(({ action, when }) => (when ? `${action} (with ?${when})` : action)).join('; '),
    description: routes.map(permissionWords).join(' '),
    parameters: [...pathParameters(first), ...queryParameters(routes), ...fileNameParameter(first)],
    ...bodyOf(first),
    responses: { 200: answerOf(routes), ...refusals },
    ...(isSigned && { security: [] }),
  }
}

const permissionWords = ({ permission }: Named) =>
  typeof permission === 'string'
    ? `For anyone ${permission === 'signed in' ? 'signed in' : 'with the signed address'}.`
    : `Needs ${permission.join(' or ')}.`

function pathParameters({ params }: Route) {
  if (!params) return []
  const { properties = {} } = schemaOf(params, 'input') as { properties?: Json }
  return Object.entries(properties).map(([name, schema]) => ({ name, in: 'path', required: true, schema }))
}

function queryParameters(routes: Named[]) {
  const found = new Map<string, Json>()
  for (const { query } of routes) {
    const { properties = {}, required = [] } = (query ? schemaOf(query, 'input') : {}) as {
      properties?: Record<string, Json>
      required?: string[]
    }
    for (const [name, schema] of Object.entries(properties)) {
      const isObject = schema['type'] === 'object'
      found.set(name, {
        name,
        in: 'query',
        required: routes.length === 1 && required.includes(name),
        schema,
        ...(isObject && { style: 'deepObject', explode: true }),
      })
    }
  }
  return [...found.values()]
}

const fileNameParameter = ({ body }: Route) =>
  body === 'bytes'
    ? [
        {
          name: 'content-disposition',
          in: 'header',
          description: "The file's name, as RFC 6266 and RFC 8187 write it: attachment; filename*=UTF-8''list.xlsx",
          schema: { type: 'string' },
        },
      ]
    : []

function bodyOf({ body }: Route): Json {
  if (!body) return {}
  const content =
    body === 'bytes'
      ? { [xlsx]: { schema: { type: 'string', format: 'binary' } } }
      : { 'application/json': { schema: schemaOf(body, 'input') } }
  return { requestBody: { required: true, content } }
}

function answerOf(routes: Named[]): Json {
  const events = routes.flatMap(({ event }) => (event ? [schemaOf(event, 'output')] : []))
  if (events.length)
    return { description: 'Server-sent events, each with this as its data', content: { 'text/event-stream': { schema: events[0] } } }
  const schemas = routes.flatMap(({ response }) => (typeof response === 'string' ? [] : [schemaOf(response, 'output')]))
  if (!schemas.length) return { description: 'The file', content: { [xlsx]: { schema: { type: 'string', format: 'binary' } } } }
  return { description: 'Done', content: { 'application/json': { schema: schemas.length === 1 ? schemas[0] : { anyOf: schemas } } } }
}

const refusals = Object.fromEntries(
  [...Map.groupBy(Object.entries(problems), ([, status]) => status)].map(([status, codes]) => [
    status,
    {
      description: codes.map(([code]) => code).join(', '),
      content: { 'application/problem+json': { schema: { $ref: '#/components/schemas/Problem' } } },
    },
  ]),
)
