import { randomUUID } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'

import type { Logger } from 'pino'
import { z } from 'zod'

import { oneLineText } from '#contract/fields.ts'
import type { PepPlace } from '#contract/pep.ts'
import { type PepFailure, pepLimits, type PepPlaceKind, pepPlaceKinds, pepTimeoutMs } from '#domain/pep.ts'
import { OutboundError, type OutboundRequest, type OutboundResponse } from '#server/platform/outbound/outbound.ts'
import { pausedUntil, recordAnswer, recordSilence, recordWait } from '#server/platform/outbound/pauses.ts'
import { retryAfterMs } from '#server/platform/outbound/retry-after.ts'

import type { Pep, PepReply } from './pep.ts'

/** The largest answer that docs/pep-api.yaml allows. */
const maxAnswerBytes = 256 * 1024
/** How long to wait before a GET is repeated, and the time that the repetition must have. */
const [repeatAfterMs, leastTimeMs] = [150, 500]
/** How long to make no call after 429 without Retry-After. */
const waitMs = 15_000

export type RestPepSettings = {
  address: string
  clientId: string
  clientSecret: string
  finds: readonly PepPlaceKind[]
  mayBePrivate: boolean
  /** Names the configuration in the pauses of this process. A changed configuration begins without a pause. */
  pauseName: string
  log: Logger
}

export type Send = (request: OutboundRequest) => Promise<OutboundResponse>

const Kind = z.enum(pepPlaceKinds)
const Place = z.object({
  code: oneLineText('Code', pepLimits.code).min(1),
  name: oneLineText('Name', pepLimits.name).min(1),
  kind: Kind,
})
const Status = z.object({ name: oneLineText('Name', pepLimits.name).min(1), finds: z.array(Kind) })
const Subscriber = z.object({ isSubscriber: z.boolean() })
const Places = z.object({ places: z.array(Place).max(pepLimits.places) })
const CheckedPlace = z.discriminatedUnion('isKnown', [
  z.object({ isKnown: z.literal(true), place: Place }),
  z.object({ isKnown: z.literal(false) }),
])

/** A PEP that answers the calls of docs/pep-api.yaml. */
export function restPep(settings: RestPepSettings, send: Send): Pep {
  const { address, finds } = settings
  const ask = <S extends z.ZodType>(call: Omit<Call<S>, 'settings' | 'send'>) => askPep({ settings, send, ...call })
  return {
    address,
    finds,
    readStatus: () => ask({ method: 'GET', path: '/status', answer: Status, isTest: true }),
    querySubscriber: (nhsNumber) => ask({ method: 'POST', path: '/subscribers/query', body: { nhsNumber }, answer: Subscriber }),
    searchPlaces: async (search) => {
      if (finds.length === 0) return { answer: [] }
      const query = new URLSearchParams({ search, limit: String(shownPlaces) })
      for (const kind of finds) query.append('kind', kind)
      const reply = await ask({ method: 'GET', path: '/places', query, answer: Places })
      return 'failure' in reply ? reply : { answer: reply.answer.places.filter(({ kind }) => finds.includes(kind)).slice(0, shownPlaces) }
    },
    findPlace: async (code) => {
      const reply = await ask({ method: 'GET', path: '/places/check', query: new URLSearchParams({ code }), answer: CheckedPlace })
      if ('failure' in reply) return reply
      if (!reply.answer.isKnown) return { answer: undefined }
      return sameCode(code, reply.answer.place)
    },
  }
}

const shownPlaces = 20

/** A PEP that answers about another code has not confirmed this one. */
const sameCode = (code: string, place: PepPlace): PepReply<PepPlace> =>
  place.code.toLowerCase() === code.toLowerCase() ? { answer: place } : { failure: 'not_understood' }

type Call<S extends z.ZodType> = {
  settings: RestPepSettings
  send: Send
  method: 'GET' | 'POST'
  path: string
  query?: URLSearchParams
  body?: object
  answer: S
  /** A user waits for the result of a test, so no pause holds it up. */
  isTest?: boolean
}

async function askPep<S extends z.ZodType>(call: Call<S>): Promise<PepReply<z.output<S>>> {
  const { settings, method, path, isTest = false } = call
  const { pauseName, log } = settings
  if (!isTest && pausedUntil(pauseName)) return { failure: 'paused' }
  const correlationId = randomUUID()
  const endsAt = Date.now() + pepTimeoutMs
  let reply = await tryOnce(call, correlationId, pepTimeoutMs)
  const leftMs = endsAt - Date.now() - repeatAfterMs
  if (method === 'GET' && 'failure' in reply && mayPass.includes(reply.failure) && leftMs >= leastTimeMs) {
    await sleep(repeatAfterMs)
    reply = await tryOnce(call, correlationId, leftMs)
  }
  const failure = 'failure' in reply ? reply.failure : undefined
  if (failure === undefined || !outages.includes(failure)) recordAnswer(pauseName)
  else if (failure === 'too_many_calls') recordWait(pauseName, reply.waitMs ?? waitMs)
  else recordSilence(pauseName)
  // The path holds no NHS number and no code.
  if (failure !== undefined) log.warn({ call: path, failure, correlationId }, 'the PEP gave no answer')
  return reply
}

/** Failures that may be over in a moment. */
const mayPass: readonly PepFailure[] = ['disconnected', 'refused', 'technical_problem']
/** Failures after which the PEP is left alone for a time. */
const outages: readonly PepFailure[] = [
  'name_not_found',
  'refused',
  'no_encryption',
  'certificate',
  'timeout',
  'disconnected',
  'too_large',
  'technical_problem',
  'too_many_calls',
]

type Tried<T> = { answer: T; waitMs?: undefined } | { failure: PepFailure; waitMs?: number | undefined }

async function tryOnce<S extends z.ZodType>(call: Call<S>, correlationId: string, timeoutMs: number): Promise<Tried<z.output<S>>> {
  const { settings, send, method, path, query, body, answer } = call
  const { address, clientId, clientSecret, mayBePrivate } = settings
  const question = query ? `?${query.toString()}` : ''
  try {
    const response = await send({
      method,
      address: new URL(`${address.replace(/\/+$/, '')}${path}${question}`),
      headers: {
        accept: 'application/json',
        authorization: `Basic ${Buffer.from(`${clientId}:${clientSecret}`).toString('base64')}`,
        'x-correlation-id': correlationId,
        ...(body && { 'content-type': 'application/json' }),
      },
      ...(body && { body: JSON.stringify(body) }),
      timeoutMs,
      maxBytes: maxAnswerBytes,
      mayBePrivate,
    })
    const failure = failureOf(response.status)
    if (failure) return { failure, waitMs: retryAfterMs(response.headers['retry-after']) }
    const parsed = answer.safeParse(JSON.parse(response.body.toString('utf8')))
    return parsed.success ? { answer: parsed.data } : { failure: 'not_understood' }
  } catch (error) {
    if (error instanceof OutboundError) return { failure: error.reason }
    if (error instanceof SyntaxError) return { failure: 'not_understood' }
    throw error
  }
}

function failureOf(status: number): PepFailure | undefined {
  if (status === 200) return undefined
  if (status === 401 || status === 403) return 'not_authorised'
  if (status === 404 || status === 405) return 'wrong_address'
  if (status === 429) return 'too_many_calls'
  if (status >= 300 && status < 400) return 'redirected'
  return status >= 500 ? 'technical_problem' : 'not_understood'
}
