import { execFile } from 'node:child_process'
import { randomUUID } from 'node:crypto'
import { mkdir, rm, writeFile } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'
import { promisify } from 'node:util'

import { beforeAll, describe, expect, test } from 'vitest'

import { contract } from '#contract/index.ts'
import type { Route } from '#contract/route.ts'
import { permissionsOf, type Role, roles } from '#domain/roles.ts'
import { createApp } from '#server/app.ts'
import { compileCache } from '#test/compile-cache.ts'
import { atEndOfFile } from '#test/end-of-file.ts'
import { eventually, openOrganisation, systemAdministrator, type TestOrganisation } from '#test/organisation.ts'
import { aPatient, aRequest } from '#test/requests.ts'
import { asSubject, findActorBySubject, testServer } from '#test/test-server.ts'

import { describeApi } from './open-api.ts'

const run = promisify(execFile)
const folder = join(dirname(compileCache), 'clients')
const programs = join(import.meta.dirname, '..', '..', 'node_modules', '.bin')

type Json = Record<string, unknown>
type Parameter = { name: string; in: 'path' | 'query' | 'header'; schema: Json; $ref?: string }
type Operation = {
  id: string
  method: string
  path: string
  parameters: Parameter[]
  body: [string, { schema: Json }] | undefined
  isStream: boolean
}
/** What the server got: `body` once the caller was let in. */
type Received = { method: string; path: string; params: Json; query: Json; headers: Json; body?: unknown }
/** A generated client: calls an operation with arguments by name. */
type Client = { call: (operation: Operation, given: object) => Promise<unknown>; useAs: (subject: string, server: string) => void }

let document: ReturnType<typeof describeApi>
let received: Received | undefined
let server = ''
const clients = new Map<string, Client>()

beforeAll(async () => {
  server = await listen()
  document = describeApi(contract, { version: '1', server, issuer: `${server}/identity` })
  await generate()
})

/** The real server, which notes what reaches it. */
async function listen() {
  const { services } = await testServer()
  const app = await createApp({
    services,
    identify: async ({ headers }) => {
      const subject = String(headers[asSubject])
      const actor = await findActorBySubject(services.db, subject)
      return actor && { ...actor, sessionId: subject }
    },
  })
  // Before the server knows the caller, so that calls with a signed address are noted too.
  app.addHook('onRequest', async ({ method, routeOptions, params, query, headers }) => {
    received = { method, path: String(routeOptions.url), params: params as Json, query: query as Json, headers }
  })
  app.addHook('preHandler', async ({ body, headers }) => {
    // A file that is JSON is read by the handler.
    received = {
      ...received!,
      body: Buffer.isBuffer(body) && String(headers['content-type']).includes('json') ? JSON.parse(String(body)) : body,
    }
  })
  atEndOfFile(() => app.close())
  return app.listen({ port: 0, host: 'localhost' })
}

/** Both clients are generated from the document, checked by the compiler with its strictest rules, and loaded. */
async function generate() {
  await rm(folder, { recursive: true, force: true })
  await mkdir(folder, { recursive: true })
  await writeFile(join(folder, 'openapi.json'), JSON.stringify(document))
  const compilerOptions = {
    module: 'commonjs',
    moduleResolution: 'bundler',
    target: 'es2023',
    lib: ['es2023', 'dom', 'dom.iterable'],
    strict: true,
    skipLibCheck: true,
    outDir: 'built',
    rootDir: '.',
    types: ['node'],
  }
  await writeFile(join(folder, 'package.json'), JSON.stringify({ type: 'commonjs' }))
  await writeFile(join(folder, 'tsconfig.json'), JSON.stringify({ compilerOptions, include: ['*.ts', 'codegen'] }))
  await writeFile(join(folder, 'typed.ts'), typedUse)
  const inFolder = { cwd: folder }
  await Promise.all([
    run(join(programs, 'oazapfts'), ['--argumentStyle=object', 'openapi.json', 'oazapfts.ts'], inFolder),
    run(join(programs, 'openapi'), ['--input', 'openapi.json', '--output', 'codegen', '--useOptions', '--useUnionTypes'], inFolder),
  ])
  await run(join(programs, 'tsc'), ['-p', '.'], inFolder).catch((error: { stdout?: string }) => {
    throw new Error(`A generated client does not compile:\n${error.stdout}`)
  })
  const load = createRequire(join(folder, 'built', 'x.js'))
  clients.set('oazapfts', oazapftsClient(load('./oazapfts.js') as OazapftsModule))
  clients.set('openapi-typescript-codegen', codegenClient(load('./codegen/index.js') as CodegenModule))
}

/** Arrays of filters are typed: the values of the contract compile, and others do not. */
const typedUse = `
import { requestsList } from './oazapfts'
import { FormRequestsService } from './codegen'
export const lists = () => [requestsList({ filtersStatus: ['opened', 'completed'] }), FormRequestsService.requestsList({ filtersStatus: ['opened', 'completed'] })]
// @ts-expect-error no such status
export const wrong = () => requestsList({ filtersStatus: ['nonsense'] })
// @ts-expect-error no such status
export const alsoWrong = () => FormRequestsService.requestsList({ filtersStatus: ['nonsense'] })
`

type Call = (given: object, options?: { signal: AbortSignal }) => Promise<unknown> & { cancel?: () => void }
type OazapftsModule = Record<string, Call> & { defaults: { baseUrl: string; headers: Record<string, string> } }
type CodegenModule = Record<string, Record<string, Call>> & { OpenAPI: { BASE: string; HEADERS: Record<string, string> } }

const words = (text: string) => text.split(/[^A-Za-z0-9]+/).filter((one) => one !== '')
const capital = (word: string) => word.slice(0, 1).toUpperCase() + word.slice(1)
/** The name of a function for an operation: `requests.list` becomes `requestsList`. */
const functionName = (id: string) =>
  words(id)
    .map((word, nth) => (nth === 0 ? word : capital(word)))
    .join('')

function oazapftsClient(module: OazapftsModule): Client {
  return {
    call: ({ id, isStream, parameters, body }, given) => {
      // The function of a call without arguments takes its options first.
      const hasArguments = parameters.length > 0 || body !== undefined
      const stopping = new AbortController()
      if (isStream) void untilReceived().then(() => stopping.abort())
      const options = { signal: stopping.signal }
      return hasArguments ? module[functionName(id)]!(given, options) : module[functionName(id)]!(options)
    },
    useAs: (subject, baseUrl) => Object.assign(module.defaults, { baseUrl, headers: { [asSubject]: subject } }),
  }
}

function codegenClient(module: CodegenModule): Client {
  return {
    call: ({ id, isStream }, given) => {
      const service = Object.values(module).find((one): one is Record<string, Call> => functionName(id) in one)!
      const called = service[functionName(id)]!(given)
      if (isStream) void untilReceived().then(() => called.cancel!())
      return called
    },
    useAs: (subject, baseUrl) => Object.assign(module.OpenAPI, { BASE: baseUrl, HEADERS: { [asSubject]: subject } }),
  }
}

const untilReceived = () => eventually(async () => received !== undefined)

function operationsOf(): Operation[] {
  const { paths, components } = document as unknown as {
    paths: Record<string, Record<string, Json>>
    components: { parameters: Record<string, Parameter> }
  }
  return Object.entries(paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, operation]): Operation => {
      const parameters = (operation['parameters'] as Parameter[]).map((one) =>
        one.$ref ? components.parameters[one.$ref.split('/').at(-1)!]! : one,
      )
      const content = (operation['requestBody'] as { content: Record<string, { schema: Json }> } | undefined)?.content
      const { 200: answer } = operation['responses'] as { 200: { content: Json } }
      return {
        id: String(operation['operationId']),
        method: method.toUpperCase(),
        path,
        parameters,
        body: content && Object.entries(content)[0],
        isStream: 'text/event-stream' in answer.content,
      }
    }),
  )
}

/** A value of a schema. Of an object only what is required, so that no body is without end. */
function sampleOf(schema: Json): unknown {
  if (typeof schema['$ref'] === 'string') {
    const { schemas } = document.components as { schemas: Record<string, Json> }
    return sampleOf(schemas[schema['$ref'].split('/').at(-1)!]!)
  }
  if ('const' in schema) return schema['const']
  if ('enum' in schema) return (schema['enum'] as unknown[])[0]
  const options = (schema['anyOf'] ?? schema['oneOf']) as Json[] | undefined
  if (options) return sampleOf(options[0]!)
  if (schema['type'] === 'object') {
    const properties = (schema['properties'] ?? {}) as Record<string, Json>
    return Object.fromEntries(((schema['required'] ?? []) as string[]).map((name) => [name, sampleOf(properties[name] ?? {})]))
  }
  if (schema['type'] === 'array') {
    const items = schema['items'] as Json
    const values = (items['enum'] as unknown[] | undefined)?.slice(0, 2)
    return values ?? [sampleOf(items), sampleOf(items)]
  }
  if (schema['type'] === 'integer' || schema['type'] === 'number') return Number(schema['minimum'] ?? 1)
  if (schema['type'] === 'boolean') return true
  if (schema['format'] === 'uuid') return randomUUID()
  return 'a b&c=d'
}

const plain = (name: string) => name.replaceAll(/[^A-Za-z0-9]/g, '').toLowerCase()

/** The arguments of a call, whatever a generator makes of their names. Notes the values that were given. */
function argumentsOf(operation: Operation) {
  const given = new Map<string, unknown>()
  const body =
    operation.body &&
    (operation.body[0].includes('json') || operation.body[0].includes('form')
      ? sampleOf(operation.body[1].schema)
      : new Blob(['a file'], { type: operation.body[0] }))
  const values = new Proxy(
    {},
    {
      get: (_target, name) => {
        const parameter = operation.parameters.find((one) => plain(one.name) === plain(String(name)))
        if (!parameter) return body
        const value = parameter.in === 'header' ? 'attachment; filename="a.png"' : sampleOf(parameter.schema)
        given.set(parameter.name, value)
        return value
      },
    },
  )
  return { values, given, body }
}

/** The value of a parameter such as `filters[status]` in a query that the server has read. */
const readValue = (query: Json, name: string) =>
  name
    .split(/[[\]]+/)
    .filter((part) => part !== '')
    .reduce<unknown>((value, part) => (value as Json | undefined)?.[part], query)
const asSent = (value: unknown): unknown => (Array.isArray(value) ? value.map(asSent) : String(value))

/** A colleague who may make the call. A new one for each, so that no limit of calls is reached. */
async function callerOf(own: TestOrganisation, { id }: Operation) {
  const named = id.split('_or_').map((one) => one.split('.') as [keyof typeof contract, string])
  const permissions = named.flatMap(([group, name]) => {
    const { permission } = (contract[group] as Record<string, Route>)[name]!
    return typeof permission === 'string' ? [] : permission
  })
  const may = (role: Role) => permissions.length === 0 || permissions.some((one) => permissionsOf(role).includes(one))
  const role = roles.toReversed().find(may)!
  return role === 'Forms SysAdmin' ? systemAdministrator() : own.staff(role)
}

describe.each(['oazapfts', 'openapi-typescript-codegen'])('A client that %s generates from the OpenAPI document', (name) => {
  test('sends every call with its parameters and its body as the server reads them (INT-4)', async () => {
    const own = await openOrganisation()
    const client = clients.get(name)!
    const wrong: unknown[] = []
    const operations = operationsOf()
    for (const operation of operations) {
      const { subject } = await callerOf(own, operation)
      client.useAs(subject, server)
      const { values, given, body } = argumentsOf(operation)
      received = undefined
      await client.call(operation, values).catch(() => undefined) // a refusal of what is asked for; the call itself arrived
      const got = received as Received | undefined
      const sent = operation.parameters.map((one) => [
        one.name,
        one.in === 'path' || one.in === 'query' ? asSent(given.get(one.name)) : given.get(one.name),
      ])
      const read = operation.parameters.map((one) => [
        one.name,
        one.in === 'path'
          ? got?.params[one.name]
          : one.in === 'query'
            ? readValue(got?.query ?? {}, one.name)
            : got?.headers[one.name.toLowerCase()],
      ])
      const isJson = operation.body?.[0].includes('json')
      const whole = (parts: unknown[], sentBody: unknown) =>
        JSON.stringify([operation.method, operation.path, parts, ...(isJson ? [sentBody] : [])])
      const path = got?.path.replace(/:(\w+)/g, '{$1}')
      if (whole(sent, body) !== whole(read, got?.body) || path !== operation.path || got?.method !== operation.method)
        wrong.push({ operation: operation.id, sent, read, ...(isJson && { body, got: got?.body }), path })
    }

    expect(wrong).toEqual([])
    expect(operations.length).toBeGreaterThan(200)
  })

  test('finds form requests by several statuses, and saves a patient once with an idempotency key (INT-2, INT-4)', async () => {
    const own = await openOrganisation()
    const { subject } = await own.staff()
    const client = clients.get(name)!
    client.useAs(subject, server)
    const { id: patientId } = await aPatient(own)
    const ids: string[] = []
    for (const status of ['opened', 'completed', 'closed'] as const) ids.push((await aRequest(own, { patientId, status })).id)
    const operation = (id: string) => operationsOf().find((one) => one.id === id)!
    const bodyOf = (answer: unknown) => ((answer as { data?: unknown }).data ?? answer) as { docs: { id: string }[]; id: string }

    const listed = bodyOf(await client.call(operation('requests.list'), { filtersStatus: ['opened', 'completed'] }))
    const newPatient = { firstName: 'Amina', lastName: 'Okafor', dateOfBirth: '1980-02-03', emailAddress: 'amina@example.com' }
    const given = { idempotencyKey: randomUUID(), newPatient, requestBody: newPatient, body: newPatient }
    const [first, again] = [
      bodyOf(await client.call(operation('patients.create'), given)),
      bodyOf(await client.call(operation('patients.create'), given)),
    ]

    expect(listed.docs.map(({ id }) => id).toSorted()).toEqual(ids.slice(0, 2).toSorted())
    expect(first.id).toBe(again.id)
    expect(await own.query('select id from patients where organisation_id = $1', [own.id])).toHaveLength(2)
  })
})
