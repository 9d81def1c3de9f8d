import { randomUUID } from 'node:crypto'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import { text } from 'node:stream/consumers'
import { setTimeout as sleep } from 'node:timers/promises'

import { jwtVerify } from 'jose'
import { z } from 'zod'

import { countAgainst, type RateLimit } from './rate-limit.ts'

/** What the stand-in does instead of answering as documented. */
export type NotifyManners = {
  /** Closes every connection without an answer. */
  isAway?: boolean
  /** Takes the message and closes the connection without an answer. */
  losesAnswers?: boolean
  /** Waits so long before each answer, in milliseconds. */
  takesMs?: number
  /** Takes so many messages in this time and answers the others with 429, as the limit a minute of a key does. */
  limit?: RateLimit
  /** Answers every send with this error. */
  refuses?: { status: number; error: string; message: string }
}

type Kept = {
  id: string
  serviceId: string
  type: 'sms' | 'email'
  reference: string
  to: string
  body: string
  subject?: string
  status: string
}

/** GOV.UK Notify sends abroad only where a service may. */
const isUkMobile = (number: string) => /^\+447\d{9}$/.test(number)

const serviceId = '11111111-2222-4333-8444-555555555555'
const otherServiceId = '99999999-2222-4333-8444-555555555555'
const secret = 'aaaaaaaa-bbbb-4ccc-8ddd-eeeeeeeeeeee'
const secondSecret = 'bbbbbbbb-bbbb-4ccc-8ddd-eeeeeeeeeeee'
const templates = { sms: '0d1e2f30-0000-4000-8000-000000000001', email: '0d1e2f30-0000-4000-8000-000000000002' }

/** The fields of a request, as the API documents them (https://docs.notifications.service.gov.uk/rest-api.html). Others are refused. */
const Sms = z.strictObject({
  phone_number: z.string(),
  template_id: z.uuid(),
  personalisation: z.strictObject({ body: z.string().min(1).max(918) }),
  reference: z.string().max(1000),
  sms_sender_id: z.uuid().optional(),
})
const Email = z.strictObject({
  email_address: z.email(),
  template_id: z.uuid(),
  personalisation: z.strictObject({ subject: z.string().min(1), body: z.string().min(1) }),
  reference: z.string().max(1000),
  email_reply_to_id: z.uuid().optional(),
})

/**
 * A stand-in for GOV.UK Notify, written from its documentation. It checks the token and every field of a request, and sends a message with a
 * known reference again, as the real service does. It has two services, which know nothing of each other.
 */
export async function openGovukNotify(manners: NotifyManners = {}) {
  const kept: Kept[] = []
  const readIds: string[] = []
  const askedReferences: string[] = []
  const isTooMany = countAgainst(manners)
  let refusedByLimit = 0
  let requests = 0
  const server = createServer((request, response) => void answer(request, response).catch(() => response.destroy()))
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const url = `http://127.0.0.1:${(server.address() as { port: number }).port}`

  async function answer(request: IncomingMessage, response: ServerResponse) {
    const say = (status: number, body: unknown) =>
      response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body))
    const refuse = (status: number, error: string, message: string) => say(status, { status_code: status, errors: [{ error, message }] })
    requests++
    const body = await text(request)
    if (manners.isAway) return void request.socket.destroy()
    if (manners.takesMs) await sleep(manners.takesMs)
    const service = await serviceOf(request)
    if (!service) return refuse(403, 'AuthError', 'Invalid token: signature, api token not found')
    const { pathname, searchParams } = new URL(request.url ?? '', url)
    if (request.method === 'GET' && pathname === '/v2/notifications') {
      const asked = searchParams.get('reference') ?? ''
      askedReferences.push(asked)
      return say(200, {
        notifications: kept.filter((one) => one.serviceId === service && one.reference === asked).map(asRead),
        links: { current: url },
      })
    }
    const [, id] = /^\/v2\/notifications\/([\da-f-]{36})$/.exec(pathname) ?? []
    if (request.method === 'GET' && id) {
      readIds.push(id)
      const found = kept.find((one) => one.serviceId === service && one.id === id)
      return found ? say(200, asRead(found)) : refuse(404, 'NoResultFound', 'No result found')
    }
    const [, type] = /^\/v2\/notifications\/(sms|email)$/.exec(pathname) ?? []
    if (request.method !== 'POST' || (type !== 'sms' && type !== 'email')) return refuse(404, 'NotFound', 'The requested URL was not found')
    if (isTooMany(1)) {
      refusedByLimit++
      return refuse(429, 'RateLimitError', `Exceeded rate limit for key type LIVE of ${manners.limit?.messages} requests per 60 seconds`)
    }
    if (manners.refuses) return refuse(manners.refuses.status, manners.refuses.error, manners.refuses.message)
    const parsed = (type === 'sms' ? Sms : Email).safeParse(JSON.parse(body))
    if (!parsed.success) return refuse(400, 'ValidationError', parsed.error.issues[0]!.path.join('.'))
    const { template_id, personalisation, reference, ...rest } = parsed.data
    if (template_id !== templates[type]) return refuse(400, 'BadRequestError', 'Template not found')
    const to = 'phone_number' in rest ? rest.phone_number : rest.email_address
    if (type === 'sms' && !isUkMobile(to)) return refuse(400, 'ValidationError', 'phone_number Not a UK mobile number')
    const message: Kept = { id: randomUUID(), serviceId: service, type, reference, to, status: 'created', ...personalisation }
    kept.push(message)
    if (manners.losesAnswers) return void request.socket.destroy()
    return say(201, {
      id: message.id,
      reference,
      content: personalisation,
      uri: `${url}/v2/notifications/${message.id}`,
      template: { id: template_id, version: 1, uri: `${url}/v2/templates/${template_id}` },
    })
  }

  const asRead = ({ id, type, reference, to, body, status }: Kept) => ({
    id,
    type,
    reference,
    body,
    status,
    ...(type === 'sms' ? { phone_number: to } : { email_address: to }),
    created_at: new Date().toISOString(),
  })

  return {
    url,
    kept,
    /** The ids of the messages that were asked about, in order. */
    readIds,
    /** The references that were asked for before a message was sent again, in order. */
    askedReferences,
    manners,
    /** How many messages were refused because of the limit. */
    refusedByLimit: () => refusedByLimit,
    /** How many requests have come, answered or not. */
    requests: () => requests,
    /** The variables that let the product use it. */
    settings: {
      NOTIFICATION_TRANSPORT: ['govuk-notify' as const],
      GOVUK_NOTIFY_URL: url,
      GOVUK_NOTIFY_API_KEY: `test-${serviceId}-${secret}`,
      GOVUK_NOTIFY_SMS_TEMPLATE: templates.sms,
      GOVUK_NOTIFY_EMAIL_TEMPLATE: templates.email,
      GOVUK_NOTIFY_CALLBACK_TOKEN: 'a token for receipts',
    },
    /** The API keys of another service, and a second one of the same service. */
    otherService: `live-${otherServiceId}-${secret}`,
    secondKey: `live-${serviceId}-${secondSecret}`,
    /** The body of the receipt of a message. */
    receiptOf: ({ id, reference, to, type }: Kept, status: string) => ({
      id,
      reference,
      to,
      status,
      notification_type: type,
      created_at: new Date().toISOString(),
      completed_at: new Date().toISOString(),
      sent_at: new Date().toISOString(),
      template_id: templates[type],
      template_version: 1,
    }),
    close: () => new Promise((resolve) => server.close(resolve).closeAllConnections()),
  }
}

/** The service of a token that is signed with a secret of that service and at most 30 seconds old. */
async function serviceOf({ headers: { authorization = '' } }: IncomingMessage) {
  for (const [issuer, key] of [
    [serviceId, secret],
    [serviceId, secondSecret],
    [otherServiceId, secret],
  ] as const)
    try {
      const options = { issuer, algorithms: ['HS256'], maxTokenAge: 30, clockTolerance: 30 }
      await jwtVerify(authorization.replace(/^Bearer /, ''), Buffer.from(key), options)
      return issuer
    } catch {
      // of another key
    }
  return undefined
}
