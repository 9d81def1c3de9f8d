import { z } from 'zod'

import { acceptedInput, type AcceptedPart, refuseUnknownKeys } from '#contract/accepted-input.ts'
import { ProblemBody, problems } from '#contract/problems.ts'
import { type Route, serviceAddress } from '#contract/route.ts'

import { schemaNames } from './schema-names.ts'

type Json = Record<string, unknown>
type Named = Route & { name: string }

/** The API as an OpenAPI 3.1 document, made from the contract alone (https://spec.openapis.org/oas/v3.1.1). */
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
        'Send an access token of the identity provider with every call, as a bearer token. The embedded identity provider binds its tokens to the client with DPoP (RFC 9449). Lists return docs, page and totalDocs. Write arrays in a query with an index in brackets: filters[status][0]=opened.',
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

/** One operation for all routes with the same method and path. It has the query parameters and the responses of all of them. */
function operationOf(routes: Named[], writer: SchemaWriter, problem: Json): Json {
  const [first] = routes as [Named]
  const isSigned = first.permission === 'signed address'
  return {
    operationId: routes.map(({ name }) => name).join('_or_'),
    tags: [first.name.split('.')[0]],
    summary: routes.map(summaryOf).join('; '),
    description: routes.map(permissionWords).join(' '),
    parameters: [...pathParameters(first, writer), ...queryParameters(routes, writer), ...fileNameParameter(first)],
    ...bodyOf(first, writer),
    responses: { 200: answerOf(routes, writer), ...refusals(problem) },
    ...(isSigned && { security: [] }),
  }
}

/** 'formRequest:listResponses' becomes 'Form request: list responses'. */
const summaryOf = ({ action, when }: Named) => {
  const words = action.replace(/[A-Z]/g, (letter) => ` ${letter.toLowerCase()}`).replace(':', ': ')
  const sentence = words.replace(/^pep config/, 'PEP configuration').replace(/^[a-z]/, (letter) => letter.toUpperCase())
  return when ? `${sentence} (when the query has ${when})` : sentence
}

const permissionWords = ({ permission }: Named) =>
  typeof permission === 'string'
    ? permission === 'signed in'
      ? 'Available to every signed-in user.'
      : 'Available to anyone with a signed address that has not expired.'
    : `Requires the permission ${permission.join(' or ')}.`

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
            'The file name (RFC 6266), for example attachment; filename="list.xlsx". For names that are not ASCII: attachment; filename*=UTF-8\'\'list.xlsx',
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
    return {
      description: 'A stream of server-sent events. The data of each event has this schema.',
      content: { 'text/event-stream': { schema } },
    }
  if (response === 'file') return { description: 'The file.', content: filesOf(fileTypes) }
  return { description: 'The call succeeded.', content: { 'application/json': { schema } } }
}

const refusals = (problem: Json) =>
  Object.fromEntries(
    [...Map.groupBy(Object.entries(problems), ([, status]) => status)].map(([status, codes]) => [
      status,
      { description: codes.map(([code]) => code).join(', '), content: { 'application/problem+json': { schema: problem } } },
    ]),
  )

type Use = 'accepted' | 'answered'
type SchemaWriter = ReturnType<typeof schemaWriter>

function registryOf(asUsed: (schema: z.ZodType) => z.ZodType) {
  const registry = z.registry<{ id: string }>()
  for (const [id, schema] of Object.entries(schemaNames)) registry.add(asUsed(schema), { id })
  return registry
}
const registries = { accepted: registryOf(refuseUnknownKeys), answered: registryOf((schema) => schema) }

const toJson = (schema: z.ZodType, use: Use) =>
  z.toJSONSchema(schema, {
    io: use === 'accepted' ? 'input' : 'output',
    target: 'draft-2020-12',
    unrepresentable: 'any',
    metadata: registries[use],
  })

/**
 * Writes schemas as JSON Schema. Named types are gathered for the components of the document and referred to. A type that is answered and
 * accepted has two descriptions, as a caller may leave out what is always answered: the accepted one is called `…Input`.
 */
function schemaWriter(answers: z.ZodType[]) {
  const components: Record<string, Json> = {}
  const answeredNames = new Set(answers.flatMap((schema) => Object.keys(toJson(schema, 'answered').$defs ?? {})))

  function write(schema: z.ZodType, use: Use): Json {
    const nameOf = (id: string) => (use === 'accepted' && answeredNames.has(id) ? `${id}Input` : id)
    const refer = (value: object) =>
      JSON.parse(
        JSON.stringify(value, (key, inner: unknown) =>
          key === '$ref' && typeof inner === 'string' ? `#/components/schemas/${nameOf(inner.replace('#/$defs/', ''))}` : inner,
        ),
      ) as Json // an object is written, so an object is read
    const { $schema: _dialect, $defs = {}, ...rest } = toJson(schema, use)
    for (const [id, definition] of Object.entries($defs)) components[nameOf(id)] ??= refer(definition)
    return refer(rest)
  }

  const find = ({ $ref }: Json) => (typeof $ref === 'string' ? components[$ref.split('/').at(-1)!] : undefined)
  return {
    accepted: (schema: z.ZodType) => write(schema, 'accepted'),
    answered: (schema: z.ZodType) => write(schema, 'answered'),
    /** Whether a schema that was written describes an object. */
    isObject: (schema: Json) => (find(schema) ?? schema)['type'] === 'object',
    components: () => components,
  }
}
