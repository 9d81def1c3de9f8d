import { createHmac, generateKeyPairSync, randomUUID } from 'node:crypto'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import { text } from 'node:stream/consumers'
import { setTimeout as sleep } from 'node:timers/promises'

import { importSPKI, jwtVerify } from 'jose'

import { countAgainst, type RateLimit } from '#test/rate-limit.ts'

import { problemsOf } from './specification.ts'

/** What the stand-in does instead of answering as documented. */
export type NhsNotifyManners = {
  /** Closes every connection without an answer. */
  isAway?: boolean
  /** Takes the batch and closes the connection without an answer. */
  losesAnswers?: boolean
  /** Answers a batch with this status, Retry-After and error code. */
  refuses?: { status: 401 | 403 | 404 | 422 | 425 | 429 | 500 | 503; retryAfter?: number; code?: string }
  /** The NHS numbers that it does not accept. */
  unknownNhsNumbers?: string[]
  /** Waits so long before each answer, in milliseconds. */
  takesMs?: number
  /** Takes so many messages in this time and answers a batch beyond that with 429. */
  limit?: RateLimit
}

type SentMessage = {
  id: string
  messageReference: string
  recipient: { nhsNumber: string; contactDetails?: { sms?: string; email?: string } }
  personalisation: Record<string, string>
  status: string
}
type Batch = { application: string; messageBatchReference: string; routingPlanId: string; messages: SentMessage[] }

const apiKey = 'an-application-key'
const otherApiKey = 'another-application-key'
const callbackKey = 'a key for callbacks'
const applicationId = 'an-application-id'

const keys = generateKeyPairSync('rsa', {
  modulusLength: 2048,
  publicKeyEncoding: { type: 'spki', format: 'pem' },
  privateKeyEncoding: { type: 'pkcs8', format: 'pem' },
})

/** An id as NHS Notify gives them: 27 letters and digits. */
const ksuid = () => randomUUID().replaceAll('-', '').slice(0, 27)

const plan = (id: string) => ({ id, name: 'Free text', version: 'v1', createdDate: '2026-01-01T00:00:00.000Z' })

/**
 * A stand-in for NHS Notify and the token endpoint of NHS England. Requests, responses and callbacks are checked against the published
 * specification (`specification/`, MIT): what does not fit is in `problems`.
 */
export async function openNhsNotify(manners: NhsNotifyManners = {}) {
  const batches: Batch[] = []
  const problems: string[] = []
  /** The application of each. */
  const tokens = new Map<string, string>()
  const isTooMany = countAgainst(manners)
  let [requests, calls, refusedByLimit] = [0, 0, 0]
  const server = createServer((request, response) => void answer(request, response).catch(() => response.destroy()))
  await new Promise<void>((opened) => server.listen(0, '127.0.0.1', opened))
  const origin = `http://127.0.0.1:${(server.address() as { port: number }).port}`

  async function answer(request: IncomingMessage, response: ServerResponse) {
    requests++
    const body = await text(request)
    if (manners.takesMs) await sleep(manners.takesMs)
    if (manners.isAway) return void request.socket.destroy()
    const say = (status: number, schema: string | undefined, value: unknown, headers: Record<string, string> = {}) => {
      if (schema) problems.push(...problemsOf(schema, value).map((one) => `${status}: ${one}`))
      return response.writeHead(status, { 'content-type': 'application/vnd.api+json', ...headers }).end(JSON.stringify(value))
    }
    const { pathname } = new URL(request.url ?? '', origin)
    if (pathname === '/oauth2/token') return giveToken(body, say)
    const application = tokens.get(request.headers.authorization?.replace(/^Bearer /, '') ?? '')
    if (!application) return say(401, undefined, { errors: [] })
    const [, id] = /^\/comms\/v1\/messages\/(\w{27})$/.exec(pathname) ?? []
    if (request.method === 'GET' && id) return showMessage(id, say)
    if (request.method !== 'POST' || pathname !== '/comms/v1/message-batches') return say(404, undefined, { errors: [] })
    calls++
    if (!/^application\/(vnd\.api\+)?json$/.test(request.headers['content-type'] ?? '')) problems.push('content-type')
    const sent: unknown = JSON.parse(body)
    problems.push(...problemsOf('requests/CreateMessageBatch.yaml', sent).map((one) => `request: ${one}`))
    return takeBatch({ ...(sent as { data: { attributes: Batch } }).data.attributes, application }, request, say)
  }

  type Say = (status: number, schema: string | undefined, value: unknown, headers?: Record<string, string>) => unknown

  /** https://digital.nhs.uk/developer/guides-and-documentation/security-and-authorisation/application-restricted-restful-apis-signed-jwt-authentication */
  async function giveToken(body: string, say: Say) {
    const form = new URLSearchParams(body)
    let application: string
    try {
      const { payload, protectedHeader } = await jwtVerify(form.get('client_assertion') ?? '', await importSPKI(keys.publicKey, 'RS512'), {
        algorithms: ['RS512'],
        issuer: [apiKey, otherApiKey],
        audience: `${origin}/oauth2/token`,
      })
      const isShort = (payload.exp ?? Infinity) <= Date.now() / 1000 + 300
      application = payload.iss ?? ''
      if (protectedHeader.kid !== 'a-key-id' || !payload.jti || !isShort || payload.sub !== payload.iss) throw new Error('assertion')
    } catch {
      return say(400, undefined, { error: 'invalid_request', error_description: 'Invalid client_assertion' })
    }
    return say(200, undefined, { access_token: giveNewToken(application), expires_in: '599', token_type: 'Bearer' })
  }

  function giveNewToken(application = apiKey) {
    const token = randomUUID()
    tokens.set(token, application)
    return token
  }

  function takeBatch(sent: Batch, request: IncomingMessage, say: Say) {
    const error = (code: string, status: number, title: string, detail: string, pointer?: string) => ({
      errors: [
        {
          id: 'rrt-1-1',
          code,
          links: { about: 'https://digital.nhs.uk/developer/api-catalogue/nhs-notify' },
          status: String(status),
          title,
          detail,
          ...(pointer && { source: { pointer } }),
        },
      ],
    })
    if (manners.refuses) {
      const { status, retryAfter, code } = manners.refuses
      return say(
        status,
        undefined,
        { errors: code ? [{ code }] : [] },
        retryAfter === undefined ? {} : { 'retry-after': String(retryAfter) },
      )
    }
    if (isTooMany(sent.messages.length)) {
      refusedByLimit++
      return say(429, undefined, { errors: [] }, { 'retry-after': '5' })
    }
    if (batches.some((one) => one.application === sent.application && one.messageBatchReference === sent.messageBatchReference)) {
      const detail = 'Request exists with identical messageBatchReference'
      const body = error('CM_DUPLICATE_REQUEST', 422, 'Duplicate batch request', detail, '/data/attributes/messageBatchReference')
      return say(422, 'responses/errors/message_batches/DuplicateBatchRequest.yaml', body)
    }
    const refused = sent.messages.findIndex(({ recipient }) => manners.unknownNhsNumbers?.includes(recipient.nhsNumber))
    if (refused >= 0) {
      const pointer = `/data/attributes/messages/${refused}/recipient/nhsNumber`
      const detail = 'The value provided in this nhsNumber field is not a valid NHS number.'
      const body = error('CM_INVALID_NHS_NUMBER', 400, 'Invalid nhs number', detail, pointer)
      return say(400, 'responses/errors/message_batches/UnableToProcessBatch.yaml', body)
    }
    const batch = { ...sent, messages: sent.messages.map((one) => ({ ...one, id: ksuid(), status: 'created' })) }
    batches.push(batch)
    if (manners.losesAnswers) return void request.socket.destroy()
    return say(201, 'responses/MessageBatch.yaml', {
      data: {
        type: 'MessageBatch',
        id: ksuid(),
        attributes: {
          messageBatchReference: batch.messageBatchReference,
          routingPlan: plan(batch.routingPlanId),
          messages: batch.messages.map(({ messageReference, id }) => ({ messageReference, id })),
        },
      },
    })
  }

  function showMessage(id: string, say: Say) {
    const batch = batches.find(({ messages }) => messages.some((one) => one.id === id))
    const message = batch?.messages.find((one) => one.id === id)
    if (!batch || !message) return say(404, undefined, { errors: [] })
    const timestamps = { created: '2026-01-01T00:00:00.000Z' }
    return say(200, 'responses/MessageResponse.yaml', {
      data: {
        type: 'Message',
        id,
        attributes: {
          messageReference: message.messageReference,
          messageStatus: message.status,
          timestamps,
          routingPlan: plan(batch.routingPlanId),
        },
        links: { self: `${origin}/comms/v1/messages/${id}` },
      },
    })
  }

  return {
    url: origin,
    batches,
    messages: () => batches.flatMap(({ messages }) => messages),
    /** How often a batch was posted. */
    calls: () => calls,
    /** How many batches were refused because of the limit. */
    refusedByLimit: () => refusedByLimit,
    /** How many requests have come, answered or not. */
    requests: () => requests,
    problems,
    manners,
    /** The API key of another application, which knows nothing of the batches of the first. */
    otherApiKey,
    /** A token for a caller that does not sign. */
    token: () => giveNewToken(),
    /** Every token that was given before is refused. */
    revokeTokens: () => tokens.clear(),
    /** The variables that let the product use it. */
    settings: {
      NOTIFICATION_TRANSPORT: ['nhs-notify' as const],
      NHS_APP_TEMPLATES: true,
      NHS_NOTIFY_URL: `${origin}/comms`,
      NHS_NOTIFY_TOKEN_URL: `${origin}/oauth2/token`,
      NHS_NOTIFY_API_KEY: apiKey,
      NHS_NOTIFY_KEY_ID: 'a-key-id',
      NHS_NOTIFY_PRIVATE_KEY: keys.privateKey,
      NHS_NOTIFY_APPLICATION_ID: applicationId,
      NHS_NOTIFY_CALLBACK_KEY: callbackKey,
    },
    /** A callback about a message: its body and headers. Throws for one that the specification does not allow. */
    callbackOf: ({ id, messageReference }: SentMessage, messageStatus: string, more: object = {}) =>
      signed('components/MessageStatus.yaml', {
        type: 'MessageStatus',
        attributes: {
          messageId: id,
          messageReference,
          messageStatus,
          channels: [{ type: 'nhsapp', channelStatus: messageStatus === 'failed' ? 'failed' : 'delivered' }],
          timestamp: new Date().toISOString(),
          routingPlan: plan('00000000-0000-0000-0000-000000000001'),
          ...more,
        },
        links: { message: `${origin}/comms/v1/messages/${id}` },
        meta: { idempotencyKey: randomUUID() },
      }),
    /** A callback about a channel of a message. */
    channelCallbackOf: ({ id, messageReference }: SentMessage, supplierStatus: string) =>
      signed('components/SupplierStatus.yaml', {
        type: 'ChannelStatus',
        attributes: {
          messageId: id,
          messageReference,
          cascadeType: 'primary',
          cascadeOrder: 1,
          channel: 'nhsapp',
          channelStatus: 'delivered',
          supplierStatus,
          timestamp: new Date().toISOString(),
          retryCount: 0,
        },
        links: { message: `${origin}/comms/v1/messages/${id}` },
        meta: { idempotencyKey: randomUUID() },
      }),
    close: () => new Promise((closed) => server.close(closed).closeAllConnections()),
  }
}

function signed(schema: string, callback: object) {
  const problems = problemsOf(schema, callback)
  if (problems.length > 0) throw new Error(problems.join('\n'))
  const payload = JSON.stringify({ data: [callback] })
  const signature = createHmac('sha256', `${applicationId}.${callbackKey}`).update(payload).digest('hex')
  return {
    payload,
    headers: { 'content-type': 'application/vnd.api+json', 'x-api-key': callbackKey, 'x-hmac-sha256-signature': signature },
  }
}
