import { randomUUID } from 'node:crypto'
import type { Socket } from 'node:net'

import cookie from '@fastify/cookie'
import rateLimit from '@fastify/rate-limit'
import Fastify, { type FastifyError, type FastifyInstance, type FastifyReply, type FastifyRequest } from 'fastify'

import { fhirJson } from '#contract/route.ts'

import { authenticationChallenge } from './authentication-challenge.ts'
import { problemOfDatabase } from './database-problem.ts'
import { describeError, reportUnavailable } from './errors.ts'
import type { Services } from './services.ts'
import { fhirAddress, outcomeOf } from './operation-outcome.ts'
import { recordRouteMethods } from './network.ts'
import { Problem } from './problem.ts'
import { checkBodies, parseQuery } from './request-body.ts'
import { traceCalls } from './tracing.ts'

/**
 * In milliseconds: how long a client may take for the headers, for the whole request (64 MB over 5 Mbit/s) and for the next request on the
 * same connection. A slow client can hold one connection for no longer.
 */
const patience = { headers: 15_000, request: 120_000, nextRequest: 65_000, checkedEvery: 5_000 }
const mostConnections = 5_000
const fhirType = `${fhirJson}; charset=utf-8`

/** The HTTP server without features: queries and bodies, headers, error responses, and one log line for each request. */
export async function createHttp({ config, log }: Pick<Services, 'config' | 'log'>, waits = patience): Promise<FastifyInstance> {
  const app = Fastify({
    logger: false,
    requestTimeout: waits.request,
    keepAliveTimeout: waits.nextRequest,
    http: { headersTimeout: waits.headers, connectionsCheckingInterval: waits.checkedEvery, maxHeaderSize: 16 * 1024 },
    // Only the address that the proxy adds is trusted. A client could write any other address into the header.
    trustProxy: config.TRUST_PROXY && ((_address: string, hop: number) => hop === 0),
    forceCloseConnections: 'idle',
    genReqId: () => randomUUID(),
    routerOptions: { querystringParser: parseQuery, maxParamLength: 200 },
    // An address that cannot be decoded matches no route. The library's own response would repeat the address.
    frameworkErrors: (_error: FastifyError, request: FastifyRequest, reply: FastifyReply) => {
      setSafeHeaders(request, reply, config.PUBLIC_URL)
      void refuse(new Problem('invalid_request'), request, reply, { config, log })
    },
  })

  app.server.maxConnections = mostConnections
  closeUnusedConnections(app)
  traceCalls(app)
  recordRouteMethods(app)
  checkBodies(app)
  app.addHook('onSend', async (request, reply) => setSafeHeaders(request, reply, config.PUBLIC_URL))
  app.addHook('onResponse', async (request, reply) => {
    // Log the pattern of the route, because addresses contain ids and searches.
    log.info(
      {
        requestId: request.id,
        method: request.method,
        route: request.routeOptions.url ?? 'none',
        status: reply.statusCode,
        ms: Math.round(reply.elapsedTime),
      },
      'request',
    )
  })
  app.setErrorHandler((error, request, reply) => refuse(error, request, reply, { config, log }))
  await app.register(cookie)
  await app.register(rateLimit, {
    global: true,
    max: 6_000,
    timeWindow: '1 minute',
    errorResponseBuilder: () => new Problem('too_many_requests'),
  })
  return app
}

/**
 * Closes, while the server stops, the connections on which nothing is in progress (RUN-5). Fastify closes only those that are idle when the
 * stop begins. A connection whose response is still on its way would stay open for a next request, and Node.js counts one on which nothing
 * was ever sent, as browsers and HTTP clients open them in advance, as active.
 */
function closeUnusedConnections(app: FastifyInstance) {
  const open = new Set<Socket>()
  app.server.on('connection', (socket: Socket) => {
    open.add(socket)
    socket.once('close', () => open.delete(socket))
  })
  app.addHook('preClose', async () => {
    if (!app.server.listening) return
    const repeated = setInterval(() => {
      app.server.closeIdleConnections()
      for (const socket of open) if (socket.bytesRead === 0) socket.destroy()
    }, 50)
    app.server.once('close', () => clearInterval(repeated))
  })
}

function refuse(error: unknown, request: FastifyRequest, reply: FastifyReply, { config, log }: Pick<Services, 'config' | 'log'>) {
  const problem = toProblem(problemOfDatabase(error))
  // Retry-After with some chance in it, for programs that call again automatically.
  if (problem instanceof Problem && problem.code === 'unavailable') {
    reply.header('retry-after', 5)
    reportUnavailable(error, log, request.routeOptions.url)
  }
  if (problem instanceof Problem && problem.extensions?.retryAfterSeconds !== undefined)
    reply.header('retry-after', problem.extensions.retryAfterSeconds)
  if (problem instanceof Problem && problem.status === 401) reply.header('www-authenticate', authenticationChallenge(config, problem))
  const isFhir = request.url.startsWith(fhirAddress)
  if (problem instanceof Problem)
    return isFhir
      ? reply
          .code(problem.status)
          .type(fhirType)
          .send(JSON.stringify(outcomeOf(problem)))
      : reply.code(problem.status).type('application/problem+json').send(JSON.stringify(problem.toBody()))
  log.error({ requestId: request.id, route: request.routeOptions.url, ...describeError(error, config) }, 'unexpected error')
  if (isFhir)
    return reply
      .code(500)
      .type(fhirType)
      .send(JSON.stringify(outcomeOf(undefined)))
  return reply
    .code(500)
    .type('application/problem+json')
    .send('{"type":"about:blank","status":500,"code":"internal","title":"internal error"}')
}

/** Errors of the HTTP library: an unknown media type, or a body that is not JSON. */
function toProblem(error: unknown) {
  const { statusCode } = error as Partial<FastifyError>
  if (error instanceof Problem || !statusCode || statusCode >= 500) return error
  if (statusCode === 415) return new Problem('unsupported_media_type')
  if (statusCode === 429) return new Problem('too_many_requests')
  return new Problem('invalid_request')
}

export function setSafeHeaders(request: FastifyRequest, reply: FastifyReply, publicUrl: string) {
  const isPublic = request.url.startsWith('/assets/')
  reply.header('x-request-id', request.id)
  reply.header('x-content-type-options', 'nosniff')
  reply.header('referrer-policy', 'no-referrer')
  reply.header('cross-origin-opener-policy', 'same-origin')
  reply.header('cross-origin-resource-policy', 'same-origin')
  reply.header('permissions-policy', 'camera=(), geolocation=(), microphone=(), payment=(), usb=()')
  reply.header('x-frame-options', 'DENY')
  if (publicUrl.startsWith('https:')) reply.header('strict-transport-security', 'max-age=31536000; includeSubDomains')
  if (!isPublic && !reply.hasHeader('cache-control')) reply.header('cache-control', 'no-store')
  // Pages set their own policy. Every other response is data and may load nothing.
  if (!reply.hasHeader('content-security-policy')) reply.header('content-security-policy', "default-src 'none'; frame-ancestors 'none'")
}
