import { createHmac, randomBytes } from 'node:crypto'

import { failureOf, type WebhookFailure, webhookLimits, webhookTimeoutMs } from '#domain/webhooks.ts'
import { callOutside, OutboundError, type OutboundRequest } from '#server/platform/outbound/outbound.ts'
import { retryAfterMs } from '#server/platform/outbound/retry-after.ts'

/** Marks a secret of Standard Webhooks (https://www.standardwebhooks.com); Base64 follows. */
const secretPrefix = 'whsec_'

export const makeSecret = () => secretPrefix + randomBytes(32).toString('base64')

/** The headers of Standard Webhooks. While two secrets are valid, there are two signatures and the receiver needs to know one secret. */
export function signedHeaders(secrets: readonly string[], id: string, body: string, now = new Date()) {
  const timestamp = String(Math.floor(now.getTime() / 1000))
  const signatures = secrets.map((secret) => {
    const key = Buffer.from(secret.slice(secretPrefix.length), 'base64')
    return `v1,${createHmac('sha256', key).update(`${id}.${timestamp}.${body}`).digest('base64')}`
  })
  return { 'webhook-id': id, 'webhook-timestamp': timestamp, 'webhook-signature': signatures.join(' ') }
}

type Receiving = { address: string; secrets: readonly string[] }
type Sending = Pick<OutboundRequest, 'mayBePrivate' | 'resolve'>

export type SendResult = {
  /** Null: the endpoint accepted the event. */
  failure: WebhookFailure | null
  /** Null when there was no answer. */
  status: number | null
  durationMs: number
  retryAfterMs?: number | undefined
}

/** Sends one event once. Throws only for errors of our own. */
export async function sendWebhook({ address, secrets }: Receiving, event: { id: string }, sending: Sending): Promise<SendResult> {
  const body = JSON.stringify(event)
  const began = performance.now()
  const durationMs = () => Math.round(performance.now() - began)
  try {
    const { status, headers } = await callOutside({
      method: 'POST',
      address: new URL(address),
      headers: {
        'content-type': 'application/json',
        'user-agent': 'Formward-Webhooks/1',
        ...signedHeaders(secrets, event.id, body),
      },
      body,
      timeoutMs: webhookTimeoutMs,
      maxBytes: webhookLimits.answerBytes,
      isCutAtLimit: true,
      ...sending,
    })
    return { failure: failureOf(status) ?? null, status, durationMs: durationMs(), retryAfterMs: retryAfterMs(headers['retry-after']) }
  } catch (error) {
    if (!(error instanceof OutboundError)) throw error
    return { failure: error.reason, status: null, durationMs: durationMs() }
  }
}
