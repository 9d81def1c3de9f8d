import { createHash, timingSafeEqual } from 'node:crypto'
import { Readable } from 'node:stream'

import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { z } from 'zod'

import {
  type FhirResponse,
  fhirJson,
  type HandlerResult,
  asksForProof,
  type FileResponse,
  type Input,
  type Route,
  serviceAddress,
} from '#contract/route.ts'

import { audit, auditAtEnd } from './audit.sql.ts'
import { routeChecks } from './route-checks.ts'
import { type Actor, type Context, isSystemAdministrator, wardLimitOf } from './context.ts'
import { inTransaction } from './database.ts'
import { findEarlierAnswer, keepAnswer } from './idempotency.sql.ts'
import { repeatableCallOf } from './idempotency.ts'
import type { Keys } from './keys.ts'
import { requireOrganisation } from './organisation.sql.ts'
import { Problem } from './problem.ts'
import { readOnStandby } from './read-standby.ts'
import { endOf, type BodyRule, formBody, jsonBody, unknownType } from './request-body.ts'
import type { Services } from './services.ts'

/** The actor of the access token. Undefined without a valid token. `isAgain` repeats the check for a request that is still in progress. */
export type Identify = (request: FastifyRequest, isAgain?: boolean) => Promise<Actor | undefined>

export type RouteDeps = {
  app: FastifyInstance
  services: Services
  identify: Identify
  /** Throws `proof_needed` unless the member proved their identity within the last minutes. */
  mustBeProven: (actor: Actor) => Promise<void>
  /** The member for whom an address was signed, if they are still a member. */
  identifySigned: (signed: SignedFor) => Promise<Actor | undefined>
}

/** A refusal that shows patient data is returned, not thrown, so that its audit event is committed. */
type Answered<R extends Route> = Promise<HandlerResult<R> | Problem>
type Act<R extends Route> = (ctx: Context, input: Input<R>) => Answered<R>
/** Slow work that needs no row, such as hashing a password. Runs before the transaction and returns the handler for it. */
type ActInTwo<R extends Route> = { before: (call: Call, input: Input<R>) => Promise<(ctx: Context) => Answered<R>> }
export type Call = {
  services: Services
  actor: Actor
  organisationId: string
  request: FastifyRequest
  /** Aborted when the response has been sent or the client has disconnected. */
  ended: AbortSignal
}
type Handlers<T extends Record<string, Route>> = { [K in keyof T]: Act<T[K]> | ActInTwo<T[K]> }
type Given = Record<string, unknown>
type Handler =
  ((ctx: Context, input: Given) => Promise<unknown>) | { before: (call: Call, input: Given) => Promise<(ctx: Context) => Promise<unknown>> }
type Served = { route: Route; handle: Handler }

/** Serves one group of the contract. A missing handler, or a handler with another result type, does not compile. */
export function serve<T extends Record<string, Route>>(deps: RouteDeps, group: T, handlers: Handlers<T>) {
  const byAddress = Map.groupBy(
    Object.keys(group).map((name): Served => ({ route: group[name]!, handle: handlers[name] as Handler })),
    ({ route }) => `${route.method} ${route.path}`,
  )
  for (const served of byAddress.values()) {
    const { route } = served[0]!
    deps.app.route({
      method: route.method,
      // No HEAD for streams and files: they would be produced only to be thrown away.
      exposeHeadRoute: false,
      url: `${serviceAddress[route.service]}${route.path}`,
      config: {
        ...bodyOf(served),
        authorise: async (request) => {
          const actor = await actorOf(deps, choose(served, request).route, request)
          actors.set(request, actor)
          return actor.id ?? actor.organisationId
        },
      },
      handler: (request, reply) => answer(deps, choose(served, request), request, reply),
    })
  }
}

/** The actor of a call. Found before the body is read, and used after it. */
const actors = new WeakMap<FastifyRequest, Actor>()

function bodyOf(served: Served[]): { body?: BodyRule } {
  const { body, bodyAs, maxBytes, bodyTypes = [] } = served.find(({ route }) => route.body)?.route ?? {}
  if (!body) return {}
  if (typeof body === 'string') return { body: { as: body, maxBytes: maxBytes ?? 0, mediaTypes: [...bodyTypes, unknownType] } }
  if (bodyAs === 'form') return { body: formBody(maxBytes) }
  return { body: { ...jsonBody, maxBytes: maxBytes ?? jsonBody.maxBytes } }
}

/** Selects the route among those with the same method and path, by a key of the query. */
const choose = (served: Served[], request: FastifyRequest) =>
  served.find(({ route }) => route.when && route.when in (request.query as object)) ?? served.find(({ route }) => !route.when) ?? served[0]!

async function answer(deps: RouteDeps, { route, handle }: Served, request: FastifyRequest, reply: FastifyReply) {
  const actor = actors.get(request)! // set by `authorise`, which runs before every call
  const checks = routeChecks(route)
  if (route.response === 'fhir') ignoreUnknownParameters(route, request)
  const input = { ...checks.input(request) }
  const repeatable = repeatableCallOf(deps.services.keys, route, request, input)
  const organisationId = organisationOf(route, actor, input)
  if (asksForProof(route, input['body'])) await deps.mustBeProven(actor)
  const act =
    typeof handle === 'function'
      ? (ctx: Context) => handle(ctx, input)
      : await handle.before({ services: deps.services, actor, organisationId, request, ended: endOf(reply) }, input)
  // A large file may take two minutes to arrive. The member may have been removed in that time.
  if (route.body === 'stream') await actorOf(deps, route, request, true)

  // What the standby answers is shown only when the primary has committed the audit event.
  const read = route.mayReadStandby && (await readOnStandby({ services: deps.services, organisationId, actor, during: 'call' }, act))
  const readEvent = route.method === 'GET' && route.audit !== 'verb' ? route.audit : undefined
  const binding = { organisationId, memberId: wardLimitOf(actor), isReadOnly: readEvent !== undefined }
  const result = await inTransaction(deps.services.db, binding, async (tx) => {
    const ctx: Context = { tx, actor, organisationId, services: deps.services }
    // A system administrator may name any. Nothing, and no event of the audit log, is written for one that does not exist.
    if (organisationId !== actor.organisationId) await requireOrganisation(ctx)
    const earlier = repeatable && (await findEarlierAnswer(ctx, repeatable))
    if (earlier !== undefined) {
      // The answer shows the patient again, so it is audited as a view.
      await audit(ctx, 'callRepeated', { patientIds: shownPatients(earlier), detail: { action: route.action } })
      return earlier
    }
    const answered = read ? read.result : await act(ctx)
    if (answered instanceof Problem) return answered
    if (!readEvent && route.audit !== 'verb') auditAtEnd(ctx, route.audit, subjectOf(route.audit, input, answered))
    if (repeatable) await keepAnswer(ctx, repeatable, checks.output(answered))
    return answered
  })
  if (result instanceof Problem) throw result
  // Nothing was written that would have to be undone. What was read is shown only when the audit log has it.
  if (readEvent) await deps.services.reads.record(organisationId, { event: readEvent, actor, subject: subjectOf(readEvent, input, result) })
  if (route.response === 'events') return sendEvents(reply, result as HandlerResult<Route & { response: 'events' }>)
  if (route.response === 'fhir') return sendResource(request, reply, result as FhirResponse)
  return route.response === 'file'
    ? sendFile(reply, result as FileResponse)
    : reply.type('application/json').send(JSON.stringify(checks.output(result)))
}

async function actorOf(
  { services, identify, identifySigned }: RouteDeps,
  { permission, isForSystems }: Route,
  request: FastifyRequest,
  isAgain = false,
) {
  if (permission === 'signed address') {
    const signed = checkSignedAddress(services.keys, request.url.split('?')[0]!, request.query as Record<string, unknown>)
    const actor = signed && (await identifySigned(signed))
    if (!actor) throw new Problem('not_found')
    return actor
  }
  const actor = await identify(request, isAgain)
  if (!actor) throw new Problem('not_signed_in')
  if (actor.kind === 'client' && !isForSystems) throw new Problem('not_permitted')
  if (permission !== 'signed in' && !permission.some((one) => actor.permissions.includes(one))) throw new Problem('not_permitted')
  return actor
}

/** Members act in their own organisation. A system administrator also acts in the organisation of the path. */
function organisationOf({ organisation }: Route, actor: Actor, { params }: Record<string, unknown>) {
  const named = organisation && (params as Record<string, string>)[organisation]
  if (!named || named === actor.organisationId) return actor.organisationId
  if (!isSystemAdministrator(actor)) throw new Problem('not_a_member')
  return named
}

type Identified = { id?: string; patientId?: string; patient?: { id?: string } } | undefined
/** The subject of an act: the id in the path, else the id in the result, the patient whom a filter names, and every patient in the result. */
function subjectOf(event: string, input: Record<string, unknown>, answered: unknown) {
  const result = answered as Identified
  const { id } = ((input['params'] ?? input['query']) as Identified) ?? {}
  const subjectId = id ?? result?.id
  const filtered = (input['query'] as { filters?: { patientId?: string } } | undefined)?.filters?.patientId
  const patientId = result?.patientId ?? result?.patient?.id ?? filtered ?? (event.startsWith('patient') ? subjectId : undefined)
  return { subjectId, patientId, patientIds: shownPatients(answered).filter((one) => one !== patientId) }
}

function sendFile(reply: FastifyReply, { fileName, type, body, isImmutable }: FileResponse) {
  reply.header('content-disposition', `attachment; filename="${fileName}"`)
  reply.header('cache-control', isImmutable ? 'private, max-age=31536000, immutable' : 'no-store')
  return reply.type(type).send(body instanceof Uint8Array ? Buffer.from(body) : Readable.from(body, { objectMode: false }))
}

/** With `Prefer: handling=lenient` a FHIR search ignores unknown parameters (https://hl7.org/fhir/R4/search.html#errors). */
function ignoreUnknownParameters(route: Route, request: FastifyRequest) {
  if (!/(^|[,;\s])handling\s*=\s*"?lenient\b/i.test([request.headers['prefer'] ?? ''].flat().join(','))) return
  const part = route.body ? 'body' : 'query'
  const schema = route[part]
  const sent = request[part]
  if (!(schema instanceof z.ZodObject) || typeof sent !== 'object' || sent === null) return
  request[part] = Object.fromEntries(Object.entries(sent).filter(([name]) => name in schema.shape))
}

/**
 * A FHIR resource, or 304 for a caller who has it (https://hl7.org/fhir/R4/http.html#cread). The ETag is made from all that is sent, because a
 * resource shows more than its own row: the name of the patient, or whether a request has expired by now.
 */
function sendResource(request: FastifyRequest, reply: FastifyReply, answered: FhirResponse) {
  const { resource, lastModified, status = 200, headers = {}, isJson } = answered
  const body = JSON.stringify(resource)
  if (lastModified !== undefined) {
    const tag = `W/"${createHash('sha256').update(body).digest('base64url')}"`
    reply.header('etag', tag).header('last-modified', new Date(lastModified).toUTCString())
    if (request.headers['if-none-match'] === tag) return reply.code(304).send()
  }
  const type = isJson ? 'application/json' : `${fhirJson}; charset=utf-8`
  return reply.code(status).headers(headers).type(type).send(body)
}

function sendEvents(reply: FastifyReply, begin: () => AsyncIterable<string>) {
  const events = begin()
  reply.header('cache-control', 'no-store, no-transform')
  reply.header('x-accel-buffering', 'no') // prevents buffering by a proxy
  return reply.type('text/event-stream').send(events instanceof Readable ? events : Readable.from(events))
}

/**
 * The patients in a result, at any depth, so that lists count as views of a record too (AUD-1, AUD-4). A patient is an object with an
 * `nhsNumber`, or is named by `patientId`.
 */
export function shownPatients(answer: unknown): string[] {
  const found = new Set<string>()
  collect(answer, found)
  return [...found]
}

function collect(value: unknown, found: Set<string>) {
  if (Array.isArray(value)) return value.forEach((one) => collect(one, found))
  // Anything else holds no patient: the bytes of a file, a stream.
  if (typeof value !== 'object' || value === null || Object.getPrototypeOf(value) !== Object.prototype) return
  const { id, patientId } = value as { id?: unknown; patientId?: unknown }
  if (typeof patientId === 'string') found.add(patientId)
  if (typeof id === 'string' && 'nhsNumber' in value) found.add(id)
  for (const one of Object.values(value)) collect(one, found)
}

/** The member for whom an address is signed. */
export type SignedFor = { organisationId: string; memberId: string }

/** An address that works without a token until it expires (specification section 7: external file download). */
export function signAddress(keys: Keys, path: string, { organisationId, memberId }: SignedFor, lifetimeSeconds = 300) {
  const expires = Math.floor(Date.now() / 1000) + lifetimeSeconds
  const who = `${organisationId}.${memberId}.${expires}`
  return `${path}?who=${who}&signature=${keys.sign('signed-address', `${path}?${who}`)}`
}

/** The member for whom the address was signed. Undefined if the signature is wrong or has expired. */
export function checkSignedAddress(keys: Keys, path: string, query: Record<string, unknown>): SignedFor | undefined {
  const { who, signature } = query
  if (typeof who !== 'string' || typeof signature !== 'string') return undefined
  const [organisationId, memberId, expires] = who.split('.')
  if (!organisationId || !memberId || !(Number(expires) > Date.now() / 1000)) return undefined
  const expected = Buffer.from(keys.sign('signed-address', `${path}?${who}`))
  const given = Buffer.from(signature)
  return given.length === expected.length && timingSafeEqual(given, expected) ? { organisationId, memberId } : undefined
}
