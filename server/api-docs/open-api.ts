import { z } from 'zod'

import { acceptedInput, type AcceptedPart, refuseUnknownKeys } from '#contract/accepted-input.ts'
import { ProblemBody, type ProblemCode, problems } from '#contract/problems.ts'
import { fhirJson, type Route, serviceAddress, takesIdempotencyKey } from '#contract/route.ts'
import { clientPermissionLabels } from '#domain/integration-clients.ts'
import type { ClientPermission, Permission } from '#domain/roles.ts'

import { examples } from './examples.ts'
import { problemCauses } from './problem-causes.ts'
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
      [...Map.groupBy(routes, ({ method }) => method)].map(([method, sharing]) => [method.toLowerCase(), operationOf(sharing, writer)]),
    )
  return {
    openapi: '3.1.1',
    info: {
      title: 'Formward',
      version,
      description:
        'Send an access token of the identity provider with every call. The tokens of the embedded identity provider are bound to the caller with DPoP (RFC 9449): send them as “Authorization: DPoP”, with a proof in the header DPoP. With DPOP=off, or from another provider, send them as “Authorization: Bearer”. A computer system gets its tokens as an integration client of an organisation, with the client credentials grant (RFC 6749 section 4.4), and may make the calls that name clientCredentials. Above its limit of calls a minute it is answered 429 with Retry-After. Lists return docs, page and totalDocs. Repeat a parameter for several values: filters[status]=opened&filters[status]=completed. An index in brackets means the same: filters[status][0]=opened.',
      license: { name: 'Apache-2.0', identifier: 'Apache-2.0' },
    },
    servers: [{ url: server }],
    security: [{ signIn: [] }],
    tags: Object.keys(contract).map((name) => ({ name: groupInWords(name) })),
    paths,
    components: {
      schemas: writer.components(),
      responses: { ...refusals(problem), OperationOutcome: outcome },
      parameters: { IdempotencyKey: idempotencyKey },
      securitySchemes: {
        signIn: { type: 'openIdConnect', openIdConnectUrl: `${issuer}/.well-known/openid-configuration` },
        clientCredentials: {
          type: 'oauth2',
          description: 'For computer systems: an integration client of an organisation (Organisation, Integration clients).',
          flows: { clientCredentials: { tokenUrl: `${issuer}/oauth/token`, scopes: {} } },
        },
      },
    },
  }
}

const idempotencyKey = {
  name: 'Idempotency-Key',
  in: 'header',
  description:
    'A value that you choose for this call, such as a UUID. The same call with the same key within 24 hours is done once and answers the same. With another body it is refused (422), and while the first call runs it is refused (409).',
  schema: { type: 'string', minLength: 1, maxLength: 255 },
}

/** One operation for all routes with the same method and path. It has the query parameters and the responses of all of them. */
function operationOf(routes: Named[], writer: SchemaWriter): Json {
  const [first] = routes as [Named]
  const isSigned = first.permission === 'signed address'
  return {
    operationId: routes.map(({ name }) => name).join('_or_'),
    tags: [groupInWords(first.name.split('.')[0]!)],
    summary: routes.map(summaryOf).join('; '),
    description: routes.map(permissionWords).join(' '),
    parameters: [
      ...pathParameters(first, writer),
      ...queryParameters(routes, writer),
      ...fileNameParameter(first),
      ...(takesIdempotencyKey(first) ? [{ $ref: '#/components/parameters/IdempotencyKey' }] : []),
    ],
    ...bodyOf(first, writer),
    responses: {
      200: answerOf(routes, writer),
      ...(first.mayBeAccepted && { 202: accepted }),
      ...(first.response === 'fhir' ? outcomeReferences : refusalReferences),
    },
    ...(isSigned && { security: [] }),
    ...(first.isForSystems && { security: [{ signIn: [] }, { clientCredentials: [] }] }),
  }
}

/** 'formVersions' becomes 'Form versions'. */
const groupInWords = (name: string) =>
  name
    .replace(/[A-Z]/g, (letter) => ` ${letter.toLowerCase()}`)
    .replace(/^pep\b/, 'PEP')
    .replace(/^nhs app\b/, 'NHS App')
    .replace(/^fhir\b/, 'FHIR')
    .replace(/^requests$/, 'Form requests')
    .replace(/^[a-z]/, (letter) => letter.toUpperCase())

/** 'formRequest:listResponses' becomes 'Form request: list responses'. FHIR shares actions with other calls, so 'fhir.searchTasks' is 'FHIR: search tasks'. */
const summaryOf = ({ action, when, service, name }: Named) => {
  if (service === 'fhir') {
    const [group, call] = name.split('.') as [string, string]
    return `${groupInWords(group)}: ${call.replace(/[A-Z]/g, (letter) => ` ${letter.toLowerCase()}`).replace(/by post$/, 'by POST')}`
  }
  const words = action.replace(/[A-Z]/g, (letter) => ` ${letter.toLowerCase()}`).replace(':', ': ')
  const sentence = words
    .replace(/^pep config/, 'PEP configuration')
    .replace(/^pep /, 'PEP ')
    .replace(/^[a-z]/, (letter) => letter.toUpperCase())
  return when ? `${sentence} (when the query has ${when})` : sentence
}

const permissionWords = ({ permission }: Named) =>
  typeof permission === 'string'
    ? permission === 'signed in'
      ? 'Available to every signed-in user.'
      : 'Available to anyone with a signed address that has not expired.'
    : `Requires the permission ${permission.map(permissionInWords).join(' or ')}.`

/** As the screen of integration clients names it. */
const permissionInWords = (permission: Permission) =>
  permission in clientPermissionLabels ? `${permission} (“${clientPermissionLabels[permission as ClientPermission]}”)` : permission

const acceptedPart = (route: Route, wanted: AcceptedPart['part']) => acceptedInput(route).find(({ part }) => part === wanted)?.schema
/** The parameters are the fields of an object. */
const fieldsOf = (route: Route, part: 'params' | 'query', writer: SchemaWriter) => {
  const schema = acceptedPart(route, part)
  return (schema ? writer.accepted(schema) : {}) as { properties?: Record<string, Json>; required?: string[] }
}

const pathParameters = (route: Route, writer: SchemaWriter) =>
  Object.entries(fieldsOf(route, 'params', writer).properties ?? {}).map(([name, schema]) => ({ name, in: 'path', required: true, schema }))

/**
 * OpenAPI 3.1 leaves undefined how an array inside an object travels in a query, so each filter is a parameter of its own, and several values
 * are the same parameter several times: `filters[status]=opened&filters[status]=completed`. The server reads both ways of writing.
 */
function asParameters(name: string, schema: Json, writer: SchemaWriter): [string, Json][] {
  const properties = writer.propertiesOf(schema)
  if (!properties) return [[name, listOf(schema)]]
  return Object.entries(properties).map(([inner, of]) => [`${name}[${inner}]`, listOf(of)])
}

/** One value or several are several, of which there may be one. */
const listOf = (schema: Json) => (schema['anyOf'] as Json[] | undefined)?.find(({ type }) => type === 'array') ?? schema

function queryParameters(routes: Named[], writer: SchemaWriter) {
  const found = new Map<string, Json>()
  for (const route of routes) {
    const { properties = {}, required = [] } = fieldsOf(route, 'query', writer)
    for (const [name, schema] of Object.entries(properties).flatMap(([name, schema]) => asParameters(name, schema, writer)))
      found.set(name, { name, in: 'query', required: routes.length === 1 && required.includes(name), schema })
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

/** `example` of a media type (OpenAPI 3.1, section 4.8.14), where there is one. */
const exampleOf = (value: object | undefined) => (value ? { example: value } : {})

function bodyOf(route: Named, writer: SchemaWriter): Json {
  if (!route.body) return {}
  const schema = acceptedPart(route, 'body')
  const type = route.bodyAs === 'form' ? 'application/x-www-form-urlencoded' : 'application/json'
  const content = schema
    ? { [type]: { schema: writer.accepted(schema), ...exampleOf(examples[route.name]?.body) } }
    : filesOf(route.bodyTypes)
  return { requestBody: { required: true, content } }
}

const answersOf = ({ response, event }: Route) => (event ? [event] : typeof response === 'string' ? [] : [response])

function answerOf(routes: Named[], writer: SchemaWriter): Json {
  const schemas = routes.flatMap(answersOf).map((schema) => writer.answered(schema))
  const schema = schemas.length === 1 ? schemas[0] : { anyOf: schemas }
  const [{ name, response, fileTypes }] = routes as [Named]
  if (response === 'events')
    return {
      description: 'A stream of server-sent events. The data of each event has this schema.',
      content: { 'text/event-stream': { schema } },
    }
  if (response === 'fhir') return { description: 'A FHIR R4 resource.', content: filesOf(fileTypes ?? [fhirJson]) }
  if (response === 'file') return { description: 'The file.', content: filesOf(fileTypes) }
  return { description: 'The call succeeded.', content: { 'application/json': { schema, ...exampleOf(examples[name]?.answer) } } }
}

const accepted = {
  description: 'Accepted, and not done yet. An OperationOutcome says what happens.',
  headers: {
    'Content-Location': { description: 'Where its status is.', schema: { type: 'string' } },
    'X-Progress': { description: 'How far it is, in words.', schema: { type: 'string' } },
    'Retry-After': { description: 'In seconds: when to ask again.', schema: { type: 'integer' } },
  },
  content: filesOf([fhirJson]),
}

/** The responses of every refused call, written once. */
const refusals = (problem: Json): Record<string, Json> =>
  Object.fromEntries(
    [...Map.groupBy(Object.entries(problems), ([, status]) => status)].map(([status, codes]) => [
      `Problem${status}`,
      {
        description: codes.map(([code]) => `\`${code}\`: ${problemCauses[code as ProblemCode]}`).join('\n\n'),
        ...(headersOf[status] && { headers: headersOf[status] }),
        content: { 'application/problem+json': { schema: problem } },
      },
    ]),
  )

const refusalReferences = Object.fromEntries(
  Object.values(problems).map((status) => [status, { $ref: `#/components/responses/Problem${status}` }]),
)

/** FHIR has a form of its own for refusals; the statuses are the same. */
const outcome = { description: 'The call was refused: a FHIR OperationOutcome says why.', content: filesOf([fhirJson]) }
const outcomeReferences = Object.fromEntries(
  Object.values(problems).map((status) => [status, { $ref: '#/components/responses/OperationOutcome' }]),
)

const retryAfter = { 'Retry-After': { description: 'In seconds (RFC 9110 section 10.2.3).', schema: { type: 'integer' } } }
const headersOf: Record<number, Json> = {
  401: {
    'WWW-Authenticate': {
      description: 'The schemes that are accepted, and what is wrong with the token or the proof (RFC 6750, RFC 9449).',
      schema: { type: 'string' },
    },
  },
  405: { Allow: { description: 'The methods of the address.', schema: { type: 'string' } } },
  429: retryAfter,
  503: retryAfter,
}

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
    override: ({ jsonSchema }) => withoutAnything(jsonSchema),
  })

/** What a transformation makes cannot be written as a schema and would be "anything". The other option of the union says what is answered. */
function withoutAnything(schema: Json) {
  const options = schema['anyOf'] as Json[] | undefined
  const known = options?.filter((option) => Object.keys(option).length > 0) ?? []
  if (!options || known.length === options.length || known.length === 0) return
  delete schema['anyOf']
  Object.assign(schema, known.length === 1 ? known[0] : { anyOf: known })
}

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
    /** The properties of an object; undefined for a schema of another kind. */
    propertiesOf: (schema: Json) => (find(schema) ?? schema)['properties'] as Record<string, Json> | undefined,
    components: () => components,
  }
}
