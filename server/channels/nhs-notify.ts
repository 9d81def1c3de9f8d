import { createHash, createHmac, createPrivateKey, randomUUID, timingSafeEqual } from 'node:crypto'

import { SignJWT } from 'jose'
import { z } from 'zod'

import type { MessageReason, MessageReasonCode } from '#domain/message-reasons.ts'
import type { NotificationMethod, ReceiptStatus } from '#domain/notification.ts'
import { contentOf, type PlanField } from '#domain/routing-plan.ts'
import type { Config } from '#server/config.ts'
import { pausedUntil, recordAnswer, recordSilence, recordWait } from '#server/platform/outbound/pauses.ts'
import { retryAfterMs } from '#server/platform/outbound/retry-after.ts'

import {
  accountName,
  type AccountOwner,
  type BatchChannel,
  type BatchResult,
  type MessageBatch,
  type OutgoingMessage,
  pauseName,
  providerAccount,
  type Receipt,
} from './channel.ts'

/** How long NHS Notify may take to answer, in milliseconds. */
const timeoutMs = 60_000
const mediaType = 'application/vnd.api+json'

/** A routing plan at NHS Notify, and the fields that its templates take. */
export type RoutingPlan = { id: string; fields: readonly PlanField[] }

/** An account with NHS Notify. */
export type NhsNotifySettings = {
  url: string
  tokenUrl: string
  /** Undefined for a sandbox that takes calls without a token. */
  key: { apiKey: string; keyId: string; privateKey: string } | undefined
  applicationId: string
  callbackKey: string | undefined
  /** NHS Notify has approved that messages go to the contact details on the patient's record. */
  givesContactDetails: boolean
  sendsOdsCode: boolean
  plans: Record<NotificationMethod, RoutingPlan>
  perMinute: number
}

export function nhsNotifyOfInstallation(config: Config): NhsNotifySettings {
  const { NHS_NOTIFY_API_KEY: apiKey, NHS_NOTIFY_KEY_ID: keyId, NHS_NOTIFY_PRIVATE_KEY: privateKey } = config
  return {
    url: config.NHS_NOTIFY_URL,
    tokenUrl: config.NHS_NOTIFY_TOKEN_URL,
    // The configuration requires all three or, for a sandbox, none.
    key: apiKey && keyId && privateKey ? { apiKey, keyId, privateKey } : undefined,
    applicationId: config.NHS_NOTIFY_APPLICATION_ID ?? '',
    callbackKey: config.NHS_NOTIFY_CALLBACK_KEY,
    givesContactDetails: config.NHS_NOTIFY_CONTACT_DETAILS,
    sendsOdsCode: config.NHS_NOTIFY_ODS_CODE,
    plans: {
      nhs_app: planOf('nhs_app', config.NHS_NOTIFY_NHS_APP_PLAN, config.NHS_NOTIFY_NHS_APP_FIELDS),
      sms: planOf('sms', config.NHS_NOTIFY_SMS_PLAN, config.NHS_NOTIFY_SMS_FIELDS),
      email: planOf('email', config.NHS_NOTIFY_EMAIL_PLAN, config.NHS_NOTIFY_EMAIL_FIELDS),
    },
    perMinute: config.NHS_NOTIFY_PER_MINUTE,
  }
}

/** The plans for free text that every account has, and their fields (section "Free-text communications" of the API's description). */
const freeText: Record<NotificationMethod, RoutingPlan> = {
  nhs_app: { id: '00000000-0000-0000-0000-000000000001', fields: [{ name: 'body', value: 'body', maxLength: 5_000 }] },
  email: {
    id: '00000000-0000-0000-0000-000000000002',
    fields: [
      { name: 'email_subject', value: 'subject', maxLength: 1_000 },
      { name: 'email_body', value: 'body', maxLength: 100_000 },
    ],
  },
  sms: { id: '00000000-0000-0000-0000-000000000003', fields: [{ name: 'sms_body', value: 'body', maxLength: 918 }] },
}

/** The plan with this id and these fields. Without an id the plan for free text, and without fields those of free text. */
export const planOf = (method: NotificationMethod, id: string | undefined, fields: readonly PlanField[] = []): RoutingPlan => ({
  id: id || freeText[method].id,
  fields: fields.length > 0 ? fields : freeText[method].fields,
})

/**
 * NHS App messages, SMS and email by NHS Notify (https://digital.nhs.uk/developer/api-catalogue/nhs-notify), in batches and through routing
 * plans. It knows patients by NHS number. SMS and email go to the details on the patient's record only where NHS Notify has approved that a
 * service gives contact details.
 */
export function nhsNotify(settings: NhsNotifySettings, owner: AccountOwner): BatchChannel {
  const { url, callbackKey, applicationId, givesContactDetails, plans, perMinute } = settings
  const provider = pauseName(url, owner)
  return {
    name: 'nhs-notify',
    label: 'NHS Notify',
    account: accountName('nhs-notify', owner),
    // The private key may be renewed: the API key names the application whose batches are known.
    providerAccount: providerAccount('nhs-notify', [url, settings.key?.apiKey ?? '']),
    methods: givesContactDetails ? ['nhs_app', 'sms', 'email'] : ['nhs_app'],
    perMinute,
    pausedUntil: () => pausedUntil(provider),
    batchSize: 500,
    sendBatch: async (batch) => {
      // NHS Notify accepts a message with a missing or overlong value, and then does not send it.
      const reasons = notComplete(plans[batch.method], batch)
      if (reasons.size > 0) return { status: 'refused', reasons }
      try {
        const response = await call(settings, '/v1/message-batches', { method: 'POST', body: JSON.stringify(bodyOf(settings, batch)) })
        const result = await readResult(response, batch)
        recordAnswer(provider)
        return result
      } catch (error) {
        return failureOf(provider, error)
      }
    },
    findReceipt: async (providerId) => {
      const response = await call(settings, `/v1/messages/${encodeURIComponent(providerId)}`, { method: 'GET' })
      if (response.status === 404) return undefined
      if (!response.ok) throw await Refusal.of(response)
      const { data } = MessageResponse.parse(await response.json())
      return toReceipt({ ...data.attributes, messageId: data.id })
    },
    callback: {
      isAuthentic: (headers) => callbackKey !== undefined && isSame(headers['x-api-key'], callbackKey),
      read: (headers, body) => {
        const signature = createHmac('sha256', `${applicationId}.${callbackKey}`).update(body).digest('hex')
        if (!isSame(headers['x-hmac-sha256-signature'], signature)) return undefined
        const { data } = CallbackBody.parse(JSON.parse(body.toString('utf8')))
        return data.flatMap((one) =>
          one.type === 'MessageStatus' ? (toReceipt(one.attributes) ?? []) : (readReceipt(one.attributes) ?? []),
        )
      },
    },
  }
}

/** The messages that lack a value which the plan needs, with the reason. */
function notComplete({ fields }: RoutingPlan, { messages }: MessageBatch) {
  const reasons = new Map<string, MessageReason>()
  for (const message of messages) {
    const content = contentOf(fields, message)
    if ('problem' in content) reasons.set(message.id, { code: 'message_not_valid', words: content.problem })
  }
  return reasons
}

const contactDetails: Record<NotificationMethod, (recipient: string) => object | undefined> = {
  nhs_app: () => undefined,
  sms: (sms) => ({ sms }),
  email: (email) => ({ email }),
}

function bodyOf({ plans, sendsOdsCode }: NhsNotifySettings, { id, method, messages }: MessageBatch) {
  const plan = plans[method]
  return {
    data: {
      type: 'MessageBatch',
      attributes: {
        routingPlanId: plan.id,
        messageBatchReference: id,
        messages: messages.map((message) => ({
          messageReference: message.reference ?? message.id,
          recipient: { nhsNumber: message.nhsNumber, contactDetails: contactDetails[method](message.recipient) },
          ...(sendsOdsCode && message.odsCode && { originator: { odsCode: message.odsCode } }),
          personalisation: contentOf(plan.fields, message).personalisation,
        })),
      },
    },
  }
}

/** A token that was given before may have been revoked: a call that is refused with it is made again with a new one. */
async function call(settings: NhsNotifySettings, path: string, init: RequestInit) {
  const known = knownToken(settings)
  const response = await callWith(known ?? (await newToken(settings)), settings, path, init)
  if (response.status !== 401 || !known) return response
  await response.body?.cancel()
  return callWith(await newToken(settings), settings, path, init)
}

const callWith = (token: string | undefined, { url }: NhsNotifySettings, path: string, init: RequestInit) =>
  fetch(`${url.replace(/\/$/, '')}${path}`, {
    ...init,
    redirect: 'error',
    signal: AbortSignal.timeout(timeoutMs),
    headers: {
      accept: mediaType,
      'content-type': mediaType,
      'x-correlation-id': randomUUID(),
      ...(token && { authorization: `Bearer ${token}` }),
    },
  })

const tokens = new Map<string, { token: string; expiresAt: number }>()
/** With the private key: knowing the two names of a key is not having it. */
const tokenKey = ({ tokenUrl, key }: NhsNotifySettings) =>
  createHash('sha256')
    .update(JSON.stringify([tokenUrl, key]))
    .digest('base64url')
/** A token that ends during a call would be refused, so it is renewed this much earlier, in milliseconds. */
const renewBeforeMs = 60_000

const TokenResponse = z.object({ access_token: z.string(), expires_in: z.coerce.number() })

function knownToken(settings: NhsNotifySettings): string | undefined {
  const known = tokens.get(tokenKey(settings))
  return known && known.expiresAt - renewBeforeMs > Date.now() ? known.token : undefined
}

/**
 * An access token for our key, signed as application-restricted APIs of NHS England ask
 * (https://digital.nhs.uk/developer/guides-and-documentation/security-and-authorisation/application-restricted-restful-apis-signed-jwt-authentication).
 * Undefined without a key.
 */
async function newToken(settings: NhsNotifySettings): Promise<string | undefined> {
  const { tokenUrl: url, key } = settings
  if (!key) return undefined
  const assertion = await new SignJWT()
    .setProtectedHeader({ alg: 'RS512', typ: 'JWT', kid: key.keyId })
    .setIssuer(key.apiKey)
    .setSubject(key.apiKey)
    .setAudience(url)
    .setJti(randomUUID())
    .setExpirationTime('4 minutes')
    .sign(createPrivateKey(key.privateKey))
  const response = await fetch(url, {
    method: 'POST',
    redirect: 'error',
    signal: AbortSignal.timeout(timeoutMs),
    body: new URLSearchParams({
      grant_type: 'client_credentials',
      client_assertion_type: 'urn:ietf:params:oauth:client-assertion-type:jwt-bearer',
      client_assertion: assertion,
    }),
  })
  if (!response.ok)
    throw new Refusal(
      response.status === 429 || response.status >= 500 ? response.status : 401,
      retryAfterMs(response.headers.get('retry-after')),
    )
  const { access_token, expires_in } = TokenResponse.parse(await response.json())
  tokens.set(tokenKey(settings), { token: access_token, expiresAt: Date.now() + expires_in * 1000 })
  return access_token
}

/** An answer that is not a success. It holds nothing of the request. */
class Refusal extends Error {
  readonly status: number
  /** In milliseconds; undefined if the answer names no time. */
  readonly retryAfterMs: number | undefined
  constructor(status: number, retryAfterMs: number | undefined) {
    super(`NHS Notify answered ${status}`)
    this.status = status
    this.retryAfterMs = retryAfterMs
  }
  static async of(response: Response) {
    await response.body?.cancel()
    return new Refusal(response.status, retryAfterMs(response.headers.get('retry-after')))
  }
}

const BatchResponse = z.object({
  data: z.object({ attributes: z.object({ messages: z.array(z.object({ messageReference: z.string(), id: z.string() })) }) }),
})
const ErrorResponse = z.object({
  errors: z.array(
    z.object({ code: z.string().optional(), source: z.object({ pointer: z.string() }).optional(), field: z.string().optional() }),
  ),
})

/** The only 422 that the specification knows for message batches. */
const duplicateRequest = 'CM_DUPLICATE_REQUEST'

async function readResult(response: Response, { messages }: MessageBatch): Promise<BatchResult> {
  if (response.ok) {
    // The batch is taken, whatever else the answer says. Without ids only callbacks tell what happens to the messages.
    const answer = BatchResponse.safeParse(await response.json().catch(() => undefined)).data
    const byReference = new Map(answer?.data.attributes.messages.map(({ messageReference, id }) => [messageReference, id]))
    return {
      status: 'accepted',
      providerIds: new Map(messages.map(({ id, reference = id }) => [id, byReference.get(reference) ?? ''])),
    }
  }
  if (response.status === 422) {
    const errors = ErrorResponse.safeParse(await response.json().catch(() => undefined)).data?.errors ?? []
    if (errors.some(({ code = duplicateRequest }) => code !== duplicateRequest)) throw new Refusal(422, undefined)
    // The batch arrived with an earlier try, and its answer was lost.
    return { status: 'accepted', providerIds: new Map() }
  }
  if (response.status !== 400) throw await Refusal.of(response)
  const reasons = refusedMessages(ErrorResponse.safeParse(await response.json().catch(() => undefined)).data?.errors ?? [], messages)
  if (reasons.size === 0) throw new Refusal(400, undefined)
  return { status: 'refused', reasons }
}

type ErrorItem = z.output<typeof ErrorResponse>['errors'][number]

/** The messages that an error response names, for example `/data/attributes/messages/5/recipient/nhsNumber`. */
function refusedMessages(errors: readonly ErrorItem[], messages: readonly OutgoingMessage[]) {
  const reasons = new Map<string, MessageReason>()
  // The published sandbox server names the place in `field`.
  for (const { source, field: place } of errors) {
    const [found, index, field = ''] = /^\/data\/attributes\/messages(?:\/(\d+))?(?:\/(.*))?$/.exec(source?.pointer ?? place ?? '') ?? []
    // A pointer without a number names the only message, or none that we could tell from the others.
    const only = found && messages.length === 1 ? messages[0] : undefined
    const message = index === undefined ? only : messages[Number(index)]
    if (message) reasons.set(message.id, reasonOfField(field))
  }
  return reasons
}

function reasonOfField(field: string): MessageReason {
  if (field.endsWith('nhsNumber')) return { code: 'unknown_patient', words: 'NHS Notify does not accept the NHS number.' }
  if (field.includes('contactDetails/sms')) return { code: 'wrong_contact_detail', words: 'NHS Notify does not accept the phone number.' }
  if (field.includes('contactDetails/email'))
    return { code: 'wrong_contact_detail', words: 'NHS Notify does not accept the email address.' }
  const words = field.startsWith('personalisation')
    ? 'NHS Notify does not accept the text of the message.'
    : field.startsWith('originator')
      ? 'NHS Notify does not accept the ODS code of the organisation.'
      : 'NHS Notify does not accept the message.'
  return { code: 'message_not_valid', words }
}

/** Says in words why a batch was not taken. Every batch would be refused the same way, so the provider is paused. */
function failureOf(provider: string, error: unknown): BatchResult {
  const refusal = error instanceof Refusal ? error : undefined
  const cause = refusal ?? new Error(`NHS Notify did not answer (${error instanceof Error ? error.name : 'unknown'})`)
  if (refusal?.retryAfterMs === undefined) recordSilence(provider)
  else recordWait(provider, refusal.retryAfterMs)
  const isOutage = refusal?.status !== 400 && refusal?.status !== 422
  const mayHaveLeft = refusal === undefined || refusal.status >= 500
  return { status: 'failed', reason: { code: 'technical_failure', words: reasonOfStatus(refusal?.status) }, isOutage, mayHaveLeft, cause }
}

function reasonOfStatus(status: number | undefined) {
  if (status === undefined) return 'NHS Notify did not answer.'
  if (status === 401 || status === 403) return 'NHS Notify refused the key, or the clock of this server is wrong.'
  if (status === 404) return 'NHS Notify does not know the routing plan that is set.'
  if (status === 425) return 'NHS Notify is still working on an earlier try.'
  if (status === 429) return 'NHS Notify asked us to send more slowly.'
  if (status >= 500 || status === 408) return `NHS Notify has a technical problem (${status}).`
  return `NHS Notify refused the messages (${status}).`
}

const MessageAttributes = z.object({
  messageReference: z.string(),
  messageStatus: z.string(),
  messageStatusDescription: z.string().optional(),
  channels: z.array(z.object({ type: z.string(), channelStatus: z.string() })).optional(),
})
const MessageResponse = z.object({ data: z.object({ id: z.string(), attributes: MessageAttributes }) })
/** The bodies of both callbacks. Fields may be added without notice. */
const CallbackBody = z.object({
  data: z.array(
    z.discriminatedUnion('type', [
      z.object({ type: z.literal('MessageStatus'), attributes: MessageAttributes.extend({ messageId: z.string() }) }),
      z.object({
        type: z.literal('ChannelStatus'),
        attributes: z.object({ messageId: z.string(), messageReference: z.string(), supplierStatus: z.string().optional() }),
      }),
    ]),
  ),
})

const statuses: Record<string, ReceiptStatus> = { sending: 'sent', delivered: 'delivered', failed: 'failed' }

type Reported = z.output<typeof MessageAttributes> & { messageId: string }

/** Undefined while the message waits at NHS Notify. A message in the NHS App counts as delivered when the patient has read it. */
function toReceipt({ messageId, messageReference, messageStatus, messageStatusDescription, channels = [] }: Reported): Receipt | undefined {
  const status = statuses[messageStatus]
  if (!status) return undefined
  const isRead = status === 'delivered' && channels.some(({ type, channelStatus }) => type === 'nhsapp' && channelStatus === 'delivered')
  const reason = status === 'failed' ? reasonOfFailure(messageStatusDescription) : undefined
  return { reference: messageReference, providerId: messageId, status: isRead ? 'read' : status, reason }
}

/** The descriptions of a failed message (schemas/components/MessageStatus.yaml of the API) and what they mean. */
const failures: readonly (readonly [RegExp, MessageReasonCode])[] = [
  [/dead|death|deceased/i, 'deceased'],
  [/does not exist|invalidated|superseded|no matching|s_flag|name|dob|date of birth/i, 'unknown_patient'],
  [/contact detail|unreachable|not registered/i, 'no_contact_detail'],
  [/opt(?:ed)?.?out/i, 'opted_out'],
]

function reasonOfFailure(description: string | undefined): MessageReason {
  const why = description?.replace(/^Failed reason:\s*/i, '').replace(/\.$/, '')
  return {
    code: failures.find(([pattern]) => pattern.test(why ?? ''))?.[1] ?? 'technical_failure',
    words: why ? `NHS Notify could not reach the patient: ${why}.` : 'NHS Notify could not reach the patient.',
  }
}

/** Of the statuses of a channel only reading says more than the status of the message. */
function readReceipt(attributes: {
  messageId: string
  messageReference: string
  supplierStatus?: string | undefined
}): Receipt | undefined {
  if (attributes.supplierStatus !== 'read') return undefined
  return { reference: attributes.messageReference, providerId: attributes.messageId, status: 'read', reason: undefined }
}

function isSame(given: string | string[] | undefined, expected: string) {
  const [a, b] = [Buffer.from(typeof given === 'string' ? given : ''), Buffer.from(expected)]
  return a.length === b.length && timingSafeEqual(a, b)
}
