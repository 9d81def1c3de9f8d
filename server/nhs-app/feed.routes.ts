import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'

import { isNhsNumber, nhsNumberSystem } from '#domain/nhs-number.ts'
import { problemOfDatabase } from '#server/platform/database-problem.ts'
import { describeError, reportUnavailable } from '#server/platform/errors.ts'
import { networkOf } from '#server/platform/network.ts'
import { Problem } from '#server/platform/problem.ts'
import type { Services } from '#server/platform/services.ts'
import { version } from '#server/version.ts'

import { capabilityStatement } from './capability-statement.ts'
import { listTasks } from './list-tasks.ts'
import { FeedRefusal, outcomeOf, refusals } from './operation-outcome.ts'
import { findIssuers, isFromAggregator, readNhsLogin, type TokenIssuers } from './verify-tokens.ts'

/** Requirement WF-NFR-03 of the Patient Care Aggregator. Counted in each process. */
const callsPerSecond = 60
/** Requirement WF-NFR-02. */
const patienceMs = 9_000

/**
 * `GET {path}/Task`: the form requests of a patient for the NHS App, as the Patient Care Aggregator asks a patient engagement portal for them
 * (PEP-3). Served only when the installation has the settings for it.
 */
export function serveNhsAppFeed(app: FastifyInstance, services: Services) {
  const issuers = findIssuers(services.config)
  if (!issuers) return
  const { NHS_APP_FEED_PATH: path, PUBLIC_URL } = services.config
  // Of all calls with the right token, whatever network they come from.
  const countCall = app.createRateLimit({ max: callsPerSecond, timeWindow: '1 second', keyGenerator: () => 'nhs-app-feed' })
  // Before any token is read: checking a signature costs more than refusing a call.
  const ofNetwork = { max: callsPerSecond, timeWindow: '1 second', keyGenerator: ({ ip }: FastifyRequest) => networkOf(ip) }
  const since = new Date().toISOString()

  app.register(async (scope) => {
    scope.setErrorHandler((error, request, reply) => refuse(services, error, request, reply))
    scope.addHook('onResponse', async (request, reply) => {
      services.log.info(
        { requestId: request.id, correlationId: correlationIdOf(request), status: reply.statusCode, ms: Math.round(reply.elapsedTime) },
        'call of the Patient Care Aggregator',
      )
    })
    scope.get(`${path}/metadata`, { exposeHeadRoute: false, config: { rateLimit: ofNetwork } }, async (_request, reply) =>
      send(reply, 200, capabilityStatement(`${PUBLIC_URL}${path}`, version, since)),
    )
    scope.get(`${path}/Task`, { exposeHeadRoute: false, config: { rateLimit: ofNetwork } }, async (request, reply) => {
      if (!(await isFromAggregator(request.headers.authorization, issuers))) throw refusals.notTheAggregator()
      const counted = await countCall(request)
      if (!counted.isAllowed && counted.isExceeded) throw refusals.tooManyRequests(counted.ttlInSeconds)
      return send(reply, 200, await inTime(answer(services, request, issuers)))
    })
  })
}

async function answer(services: Services, request: FastifyRequest, issuers: TokenIssuers) {
  const correlationId = correlationIdOf(request)
  if (correlationId === undefined) throw refusals.noCorrelationId()
  const asked = askedNumber((request.query as Record<string, unknown>)['patient:identifier'])
  const patient = await readNhsLogin(request.headers['nhsd-id-token'], issuers)
  if (!patient) throw refusals.notIdentified()
  if (patient.nhsNumber !== asked) throw refusals.anotherPatient()
  return listTasks(services, patient, correlationId)
}

const system = `${nhsNumberSystem}|`

function askedNumber(given: unknown) {
  if (given === undefined || given === '') throw refusals.noPatient()
  const number = typeof given === 'string' && given.startsWith(system) ? given.slice(system.length) : ''
  if (!/^[1-9]\d{9}$/.test(number) || !isNhsNumber(number)) throw refusals.wrongPatient()
  return number
}

/** Only a UUID, as the standard has it, so that no other text of a caller is logged. */
function correlationIdOf({ headers }: FastifyRequest) {
  const given = headers['x-correlation-id']
  return typeof given === 'string' && /^[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}$/i.test(given) ? given : undefined
}

async function inTime<T>(work: Promise<T>) {
  let timer: NodeJS.Timeout | undefined
  const late = new Promise<never>((_resolve, reject) => {
    timer = setTimeout(() => reject(refusals.tooLate()), patienceMs)
  })
  try {
    return await Promise.race([work, late])
  } finally {
    clearTimeout(timer)
  }
}

function send(reply: FastifyReply, status: number, resource: object) {
  const correlationId = correlationIdOf(reply.request)
  if (correlationId !== undefined) reply.header('x-correlation-id', correlationId)
  return reply.code(status).type('application/fhir+json; charset=utf-8').send(JSON.stringify(resource))
}

function refuse(services: Services, error: unknown, request: FastifyRequest, reply: FastifyReply) {
  const refusal = refusalOf(services, error, request, reply)
  if (refusal.status === 401) reply.header('www-authenticate', 'Bearer')
  if (refusal.retryAfter !== undefined) reply.header('retry-after', refusal.retryAfter)
  return send(reply, refusal.status, outcomeOf(refusal))
}

function refusalOf({ log, config }: Services, error: unknown, request: FastifyRequest, reply: FastifyReply): FeedRefusal {
  if (error instanceof FeedRefusal) return error
  const known = problemOfDatabase(error)
  const status = known instanceof Problem ? known.status : ((error as { statusCode?: number }).statusCode ?? 500)
  if (status === 429) return refusals.tooManyRequests(Number(reply.getHeader('retry-after') ?? 1))
  if (status === 503) {
    reportUnavailable(error, log, request.routeOptions.url)
    return refusals.unavailable()
  }
  if (status < 500) return refusals.wrongRequest()
  log.error({ requestId: request.id, route: request.routeOptions.url, ...describeError(error, config) }, 'unexpected error')
  return refusals.failed()
}
