import type { IncomingMessage } from 'node:http'
import { Readable } from 'node:stream'
import { buffer } from 'node:stream/consumers'
import { finished } from 'node:stream/promises'

import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import qs from 'qs'

import { networkOf } from './network.ts'
import { Problem } from './problem.ts'

const kB = 1024

/**
 * How a route reads its body: `json` and `form` are parsed, `bytes` are a file in memory, a `stream` is read by the handler, and `unread`
 * is never read.
 */
export type BodyRule = {
  as: 'json' | 'form' | 'bytes' | 'stream' | 'unread'
  maxBytes: number
  /** Media types or ranges such as `image/*`. Any type if there are none. */
  mediaTypes?: readonly string[]
}

declare module 'fastify' {
  interface FastifyContextConfig {
    /** A route without a body type takes no body. */
    body?: BodyRule
    /** Throws unless the caller may make this call. Returns the key under which the bytes are counted. */
    authorise?: (request: FastifyRequest) => Promise<string>
  }
}

export const jsonBody: BodyRule = { as: 'json', maxBytes: 1024 * kB, mediaTypes: ['application/json'] }
/** Most forms have a few short fields. */
export const formBody = (maxBytes = 64 * kB): BodyRule => ({ as: 'form', maxBytes, mediaTypes: ['application/x-www-form-urlencoded'] })

/** Many clients send an empty JSON object with every POST. It is not read. */
const noBody: BodyRule = { as: 'unread', maxBytes: 2 }

/**
 * How much of a refused body is discarded, and how long the connection stays open, so that the client reads the response. Some clients
 * read only after sending everything. Callers without a token get less, because discarded bytes use memory until they are collected.
 */
const discarded = {
  ofStrangers: { bytes: 512 * kB, ms: 5_000 },
  ofMembers: { bytes: 64 * 1024 * kB, ms: 30_000 },
}

/**
 * Bodies up to this size are not counted. Otherwise a few unfinished large bodies could stop everyone behind the same address from signing
 * in.
 */
const uncounted = 4 * kB

/** The bytes of larger bodies that may be in progress at the same time, in memory or on the way to storage. */
const budgets = {
  files: { perCaller: 128 * 1024 * kB, total: 512 * 1024 * kB },
  bodies: { perCaller: 16 * 1024 * kB, total: 64 * 1024 * kB },
  /** The limit for pages without a token, for each network. A hospital may have one address. */
  pages: { perCaller: 2 * 1024 * kB, total: 32 * 1024 * kB },
}

/** Checks a request before its body is read: first the caller, then the type and size. A refused body is never kept in memory. */
export function checkBodies(app: FastifyInstance) {
  app.removeAllContentTypeParsers()
  app.addContentTypeParser('*', async (request: FastifyRequest, payload: IncomingMessage) => readBody(app, request, payload))

  const authorised = new WeakSet<FastifyRequest>()
  const takeBytes = createBudgets()
  app.addHook('preParsing', async (request, reply) => {
    const { authorise, body: rule = noBody } = request.routeOptions.config
    const caller = (await authorise?.(request)) ?? networkOf(request.ip)
    if (authorise) authorised.add(request)
    if (request.is404 || !hasBody(request)) return
    if (rule.mediaTypes && !rule.mediaTypes.some((one) => isOfType(mediaTypeOf(request), one))) throw new Problem('unsupported_media_type')
    const declared = request.headers['content-length']
    const bytes = declared === undefined ? rule.maxBytes : Number(declared)
    if (bytes > rule.maxBytes) throw new Problem('too_large')
    if (bytes <= uncounted) return
    const giveBack = takeBytes[rule.as === 'stream' ? 'files' : authorise ? 'bodies' : 'pages'](caller, bytes)
    const ended = endOf(reply)
    if (ended.aborted) giveBack()
    else ended.addEventListener('abort', giveBack, { once: true })
  })

  // Closing a connection while the client sends would reset it and lose the response. So the response is sent, and the rest of the body is
  // discarded for a while before the connection closes (RFC 9112 section 9.6).
  app.addHook('onSend', async (request, reply, payload: unknown) => {
    const isText = payload === undefined || payload === null || typeof payload === 'string' || Buffer.isBuffer(payload)
    if (!isText || isReceived(request) || !hasBody(request)) return payload
    const answer = Buffer.from(payload ?? '')
    reply.header('connection', 'close').header('content-length', answer.length)
    const limits = authorised.has(request) ? discarded.ofMembers : discarded.ofStrangers
    return Readable.from(answerThenDiscard(answer, request.raw, limits), { objectMode: false })
  })
}

const createBudgets = () => ({
  files: createByteBudget(budgets.files),
  bodies: createByteBudget(budgets.bodies),
  pages: createByteBudget(budgets.pages),
})

async function* answerThenDiscard(answer: Buffer, rest: IncomingMessage, { bytes, ms }: { bytes: number; ms: number }) {
  yield answer
  let left = bytes
  rest.on('data', (chunk: Buffer) => {
    left -= chunk.length
    if (left <= 0) rest.pause()
  })
  await finished(rest, { signal: AbortSignal.timeout(ms) }).catch(() => {}) // closed in both cases
}

const hasBody = ({ headers }: FastifyRequest) => headers['transfer-encoding'] !== undefined || Number(headers['content-length'] ?? 0) > 0

/** Requests that tests inject have no `complete`. */
const isReceived = ({ raw }: FastifyRequest) => raw.complete || raw.readableEnded

/** The type of a body without a content-type (RFC 9110 section 8.3). */
export const unknownType = 'application/octet-stream'
const mediaTypeOf = ({ headers }: FastifyRequest) => (headers['content-type'] ?? unknownType).split(';')[0]!.trim().toLowerCase()

const isOfType = (type: string, range: string) => (range.endsWith('/*') ? type.startsWith(range.slice(0, -1)) : type === range)

async function readBody(app: FastifyInstance, request: FastifyRequest, payload: IncomingMessage) {
  const { as, maxBytes } = request.is404 ? noBody : (request.routeOptions.config.body ?? noBody)
  if (as === 'unread') return undefined
  if (as === 'stream') return chunksOf(payload, maxBytes)
  const bytes = await buffer(chunksOf(payload, maxBytes))
  if (as === 'bytes') return bytes
  const text = bytes.toString('utf8')
  return as === 'form' ? parseQuery(text) : parseJson(app, request, text)
}

/** The body as a stream. The rest of a body that is too large stays unread, so that the connection can carry the response. */
async function* chunksOf(payload: IncomingMessage, maxBytes: number): AsyncGenerator<Buffer> {
  let size = 0
  try {
    for await (const chunk of payload.iterator({ destroyOnReturn: false }) as AsyncIterable<Buffer>) {
      size += chunk.length
      if (size > maxBytes) throw new Problem('too_large')
      yield chunk
    }
  } catch (error) {
    throw error instanceof Problem ? error : new Problem('invalid_request') // the connection is lost, so nobody reads the response
  }
}

function parseJson(app: FastifyInstance, request: FastifyRequest, text: string) {
  return new Promise((resolve, reject) => {
    void app.getDefaultJsonParser('error', 'error')(request, text, (error, value) => (error ? reject(error) : resolve(value)))
  })
}

/**
 * Arrays with an index in brackets (specification section 7), with limits for hostile queries. Objects without a prototype keep all keys.
 */
export const parseQuery = (text: string) =>
  qs.parse(text, { depth: 4, arrayLimit: 500, parameterLimit: 1_000, plainObjects: true }) as Record<string, string>

/** A signal that is aborted when the response has been sent or the client has disconnected, even before this call. */
export function endOf({ raw }: FastifyReply): AbortSignal {
  const ended = new AbortController()
  // A client that has already disconnected emits no second event.
  if (raw.destroyed) ended.abort()
  else raw.once('close', () => ended.abort())
  return ended.signal
}

type Limits = { perCaller: number; total: number }

/**
 * Counts the bytes of the request bodies in progress. Refuses more than the limit of a caller (429) or of the process (503). Returns a
 * function that releases the bytes; calling the function twice releases them once.
 */
export function createByteBudget({ perCaller, total }: Limits) {
  const taken = new Map<string, number>()
  let takenByAll = 0
  return function take(caller: string, bytes: number) {
    const ofCaller = (taken.get(caller) ?? 0) + bytes
    if (ofCaller > perCaller) throw new Problem('too_many_requests')
    if (takenByAll + bytes > total) throw new Problem('unavailable')
    taken.set(caller, ofCaller)
    takenByAll += bytes
    let isTaken = true
    return () => {
      if (!isTaken) return
      isTaken = false
      takenByAll -= bytes
      const left = taken.get(caller)! - bytes // set above, and kept until every byte is released
      if (left > 0) taken.set(caller, left)
      else taken.delete(caller)
    }
  }
}
