import { acceptedInput, type AcceptedPart } from '#contract/accepted-input.ts'
import { ProblemBody, problems } from '#contract/problems.ts'
import { serviceAddress, type Route } from '#contract/route.ts'

import { schemaWriter, type SchemaWriter } from './schema-writer.ts'

type Json = Record<string, unknown>
type Named = Route & { name: string }

/** The API as an OpenAPI 3.1 document, made from the contract and nothing else (https://spec.openapis.org/oas/v3.1.1). */
export function describeApi(
  contract: Record<string, Record<string, Route>>,
  { version, server, issuer }: { version: string; server: string; issuer: string },
) {
  const all = Object.entries(contract).flatMap(([group, table]) =>
    Object.entries(table).map(([name, route]): Named => ({ ...route, name: `${group}.${name}` })),
  )
  const writer = schemaWriter(all.flatMap(answersOf))
  const problem = writer.answered(ProblemBody)
  const paths: Record<string, Json> = {}
  for (const [address, routes] of Map.groupBy(all, (route) => `${serviceAddress[route.service]}${route.path.replace(/:(\w+)/g, '{$1}')}`))
    paths[address] = Object.fromEntries(
      [...Map.groupBy(routes, ({ method }) => method)].map(([method, sharing]) => [
        method.toLowerCase(),
        operationOf(sharing, writer, problem),
      ]),
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
      schemas: writer.components(),
      securitySchemes: { signIn: { type: 'openIdConnect', openIdConnectUrl: `${issuer}/.well-known/openid-configuration` } },
    },
  }
}

/** Routes that share an address are one operation here: its answer is one of theirs, its queries are all of theirs. */
function operationOf(routes: Named[], writer: SchemaWriter, problem: Json): Json {
  const [first] = routes as [Named]
  const isSigned = first.permission === 'signed address'
  return {
    operationId: routes.map(({ name }) => name).join('_or_'),
    tags: [first.name.split('.')[0]],
    summary: routes.map(({ action, when }) => (when ? `${action} (with ?${when})` : action)).join('; '),
    description: routes.map(permissionWords).join(' '),
    parameters: [...pathParameters(first, writer), ...queryParameters(routes, writer), ...fileNameParameter(first)],
    ...bodyOf(first, writer),
    responses: { 200: answerOf(routes, writer), ...refusals(problem) },
    ...(isSigned && { security: [] }),
  }
}

const permissionWords = ({ permission }: Named) =>
  typeof permission === 'string'
    ? `For anyone ${permission === 'signed in' ? 'signed in' : 'with the signed address'}.`
    : `Needs ${permission.join(' or ')}.`

const acceptedPart = (route: Route, wanted: AcceptedPart['part']) => acceptedInput(route).find(({ part }) => part === wanted)?.schema
/** The parameters are the fields of an object. */
const fieldsOf = (route: Route, part: 'params' | 'query', writer: SchemaWriter) => {
  const schema = acceptedPart(route, part)
  return (schema ? writer.accepted(schema) : {}) as { properties?: Record<string, Json>; required?: string[] }
}

const pathParameters = (route: Route, writer: SchemaWriter) =>
  Object.entries(fieldsOf(route, 'params', writer).properties ?? {}).map(([name, schema]) => ({ name, in: 'path', required: true, schema }))

function queryParameters(routes: Named[], writer: SchemaWriter) {
  const found = new Map<string, Json>()
  for (const route of routes) {
    const { properties = {}, required = [] } = fieldsOf(route, 'query', writer)
    for (const [name, schema] of Object.entries(properties))
      found.set(name, {
        name,
        in: 'query',
        required: routes.length === 1 && required.includes(name),
        schema,
        ...(writer.isObject(schema) && { style: 'deepObject', explode: true }),
      })
  }
  return [...found.values()]
}

const fileNameParameter = ({ body }: Route) =>
  typeof body === 'string'
    ? [
        {
          name: 'content-disposition',
          in: 'header',
          description:
            'The name of the file (RFC 6266): attachment; filename="list.xlsx", or in any script attachment; filename*=UTF-8\'\'list.xlsx',
          schema: { type: 'string' },
        },
      ]
    : []

const filesOf = (types: readonly string[] = []) =>
  Object.fromEntries(
    types.map((type) => [type, { schema: type.endsWith('json') ? { type: 'object' } : { type: 'string', format: 'binary' } }]),
  )

function bodyOf(route: Route, writer: SchemaWriter): Json {
  if (!route.body) return {}
  const schema = acceptedPart(route, 'body')
  const content = schema ? { 'application/json': { schema: writer.accepted(schema) } } : filesOf(route.bodyTypes)
  return { requestBody: { required: true, content } }
}

const answersOf = ({ response, event }: Route) => (event ? [event] : typeof response === 'string' ? [] : [response])

function answerOf(routes: Named[], writer: SchemaWriter): Json {
  const schemas = routes.flatMap(answersOf).map((schema) => writer.answered(schema))
  const schema = schemas.length === 1 ? schemas[0] : { anyOf: schemas }
  const [{ response, fileTypes }] = routes as [Named]
  if (response === 'events')
    return { description: 'Server-sent events, each with this as its data', content: { 'text/event-stream': { schema } } }
  if (response === 'file') return { description: 'The file', content: filesOf(fileTypes) }
  return { description: 'Done', content: { 'application/json': { schema } } }
}

const refusals = (problem: Json) =>
  Object.fromEntries(
    [...Map.groupBy(Object.entries(problems), ([, status]) => status)].map(([status, codes]) => [
      status,
      { description: codes.map(([code]) => code).join(', '), content: { 'application/problem+json': { schema: problem } } },
    ]),
  )
