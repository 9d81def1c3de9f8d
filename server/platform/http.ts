import { randomUUID } from 'node:crypto'

import rateLimit from '@fastify/rate-limit'
import Fastify, { type FastifyError, type FastifyInstance, type FastifyReply, type FastifyRequest } from 'fastify'
import qs from 'qs'

import { problemOfDatabase } from './database-problem.ts'
import type { Floor } from './floor.ts'
import { Problem } from './problem.ts'

/** Uploads are spreadsheets and logos; the spreadsheet guard has the same limit. */
export const largestUpload = 64 * 1024 * 1024

/**
 * How long a client may take, in milliseconds: for its headers, for all of its request (a spreadsheet of 64 MB over 5 Mbit/s), and for the
 * next one on the same connection. Whoever sends drop by drop holds one connection for so long, and no more.
 */
const patience = { headers: 15_000, request: 120_000, nextRequest: 65_000, checkedEvery: 5_000 }
const mostConnections = 5_000

/** The HTTP server before any feature: queries and bodies, headers, refusals, one log line a request. */
export async function createHttp({ config, log }: Pick<Floor, 'config' | 'log'>, waits = patience): Promise<FastifyInstance> {
  const app = Fastify({
    logger: false,
    requestTimeout: waits.request,
    keepAliveTimeout: waits.nextRequest,
    http: { headersTimeout: waits.headers, connectionsCheckingInterval: waits.checkedEvery, maxHeaderSize: 16 * 1024 },
    // The one proxy in front: what it adds is believed, what the client wrote before it is not, or anyone could choose their address.
    trustProxy: config.TRUST_PROXY && ((_address: string, hop: number) => hop === 0),
    bodyLimit: 1024 * 1024,
    forceCloseConnections: 'idle',
    genReqId: () => randomUUID(),
    routerOptions: { querystringParser: parseQuery, maxParamLength: 200 },
    onProtoPoisoning: 'error',
    onConstructorPoisoning: 'error',
    // An address that cannot be decoded reaches no route; the library's own answer would repeat it.
    frameworkErrors: (_error: FastifyError, request: FastifyRequest, reply: FastifyReply) => {
      setSafeHeaders(request, reply, config.PUBLIC_URL)
      void refuse(new Problem('invalid_request'), request, reply, log)
    },
  })

  app.server.maxConnections = mostConnections
  const whole = { parseAs: 'buffer' as const, bodyLimit: largestUpload }
  for (const type of [
    'application/octet-stream',
    'application/fhir+json',
    'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
    /^image\//,
  ])
    app.addContentTypeParser(type, whole, (_request: FastifyRequest, body: Buffer, done: (error: null, body: Buffer) => void) =>
      done(null, body),
    )
  app.addContentTypeParser('application/x-www-form-urlencoded', { parseAs: 'string', bodyLimit: 256 * 1024 }, (_request, body, done) =>
    done(null, parseQuery(body as string)),
  )

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
  app.setErrorHandler((error, request, reply) => refuse(error, request, reply, log))
  await app.register(rateLimit, {
    global: true,
    max: 6_000,
    timeWindow: '1 minute',
    errorResponseBuilder: () => new Problem('too_many_requests'),
  })
  return app
}

/** Bracket-index arrays (specification section 7), with limits on what a hostile query may unfold into. */
const parseQuery = (text: string) =>
  qs.parse(text, { depth: 4, arrayLimit: 500, parameterLimit: 1_000, allowPrototypes: false }) as Record<string, string>

function refuse(error: unknown, request: FastifyRequest, reply: FastifyReply, log: Floor['log']) {
  const problem = toProblem(problemOfDatabase(error))
  // Not at once and not all at the same moment: for whoever calls without a person in front of the screen.
  if (problem instanceof Problem && problem.code === 'unavailable') reply.header('retry-after', 5)
  if (problem instanceof Problem) return reply.code(problem.status).type('application/problem+json').send(JSON.stringify(problem.toBody()))
  const { name, stack, code } = error as Error & { code?: string }
  // The stack without its first line: messages may quote data.
  log.error(
    {
      requestId: request.id,
      route: request.routeOptions.url,
      error: name,
      code,
      stack: stack
        ?.split('\n')
        .filter((line) => /^\s+at /.test(line))
        .slice(0, 12),
    },
    'unexpected error',
  )
  return reply
    .code(500)
    .type('application/problem+json')
    .send('{"type":"about:blank","status":500,"code":"internal","title":"internal error"}')
}

/** What the HTTP library itself refuses: bodies too large, of a wrong type, or not JSON. */
function toProblem(error: unknown) {
  const { statusCode } = error as Partial<FastifyError>
  if (error instanceof Problem || !statusCode || statusCode >= 500) return error
  if (statusCode === 413) return new Problem('too_large')
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
