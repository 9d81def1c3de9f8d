import { randomUUID } from 'node:crypto'

import cookie from '@fastify/cookie'
import rateLimit from '@fastify/rate-limit'
import Fastify, { type FastifyError, type FastifyInstance, type FastifyReply, type FastifyRequest } from 'fastify'

import { authenticationChallenge } from './authentication-challenge.ts'
import { problemOfDatabase } from './database-problem.ts'
import { describeError, reportUnavailable } from './errors.ts'
import type { Services } from './services.ts'
import { recordRouteMethods } from './network.ts'
import { Problem } from './problem.ts'
import { checkBodies, parseQuery } from './request-body.ts'

/**
 * How long a client may take, in milliseconds: for its headers, for all of its request (a spreadsheet of 64 MB over 5 Mbit/s), and for the
 * next one on the same connection. Whoever sends drop by drop holds one connection for so long, and no more.
 */
const patience = { headers: 15_000, request: 120_000, nextRequest: 65_000, checkedEvery: 5_000 }
const mostConnections = 5_000

/** The HTTP server before any feature: queries and bodies, headers, refusals, one log line a request. */
export async function createHttp({ config, log }: Pick<Services, 'config' | 'log'>, waits = patience): Promise<FastifyInstance> {
  const app = Fastify({
    logger: false,
    requestTimeout: waits.request,
    keepAliveTimeout: waits.nextRequest,
    http: { headersTimeout: waits.headers, connectionsCheckingInterval: waits.checkedEvery, maxHeaderSize: 16 * 1024 },
    // The one proxy in front: what it adds is believed, what the client wrote before it is not, or anyone could choose their address.
    trustProxy: config.TRUST_PROXY && ((_address: string, hop: number) => hop === 0),
    forceCloseConnections: 'idle',
    genReqId: () => randomUUID(),
    routerOptions: { querystringParser: parseQuery, maxParamLength: 200 },
    // An address that cannot be decoded reaches no route; the library's own answer would repeat it.
    frameworkErrors: (_error: FastifyError, request: FastifyRequest, reply: FastifyReply) => {
      setSafeHeaders(request, reply, config.PUBLIC_URL)
      void refuse(new Problem('invalid_request'), request, reply, { config, log })
    },
  })

  app.server.maxConnections = mostConnections
  recordRouteMethods(app)
  checkBodies(app)
  app.addHook('onSend', async (request, reply) => setSafeHeaders(request, reply, config.PUBLIC_URL))
  app.addHook('onResponse', async (request, reply) => {
    // The route's pattern, never the address: ids and searches stay out of the log.
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

function refuse(error: unknown, request: FastifyRequest, reply: FastifyReply, { config, log }: Pick<Services, 'config' | 'log'>) {
  const problem = toProblem(problemOfDatabase(error))
  // Not at once and not all at the same moment: for whoever calls without a person in front of the screen.
  if (problem instanceof Problem && problem.code === 'unavailable') {
    reply.header('retry-after', 5)
    reportUnavailable(error, log, request.routeOptions.url)
  }
  if (problem instanceof Problem && problem.status === 401) reply.header('www-authenticate', authenticationChallenge(config, problem))
  if (problem instanceof Problem) return reply.code(problem.status).type('application/problem+json').send(JSON.stringify(problem.toBody()))
  log.error({ requestId: request.id, route: request.routeOptions.url, ...describeError(error, config) }, 'unexpected error')
  return reply
    .code(500)
    .type('application/problem+json')
    .send('{"type":"about:blank","status":500,"code":"internal","title":"internal error"}')
}

/** What the HTTP library itself refuses: a type that is none, or text that is not JSON. */
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
  // Pages set their own, wider policy; whatever does not is data and may load nothing.
  if (!reply.hasHeader('content-security-policy')) reply.header('content-security-policy', "default-src 'none'; frame-ancestors 'none'")
}
