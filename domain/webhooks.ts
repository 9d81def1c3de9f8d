import { asText, isEmpty, type Rule } from './validation/rule.ts'

export const webhookLimits = {
  endpoints: 20,
  address: 500,
  description: 100,
  /** Hours for which the old secret signs beside the new one. */
  overlapHours: 24,
  /** Deliveries on a page. */
  page: { default: 20, most: 100 },
  /** Bytes of an answer that are read. What comes after is not received. */
  answerBytes: 16 * 1024,
} as const

/** The time in which an endpoint must answer, from the look-up of its name to the last byte that is read. */
export const webhookTimeoutMs = 10_000

/** The https address of an endpoint. A query may name the receiver; a user or a fragment has no use. */
export const webhookAddress: Rule = (value) =>
  isEmpty(value) || (/^https:\/\/[^\s/?#@]+(?:[/?][^\s#@]*)?$/.test(asText(value).trim()) && URL.canParse(asText(value).trim()))
    ? undefined
    : '{field} must start with https:// and must not include a user name or #.'

const minute = 60_000
const hour = 60 * minute

/** The waits between tries that Standard Webhooks suggests. */
const waitsMs = [5_000, 5 * minute, 30 * minute, 2 * hour, 5 * hour, 10 * hour, 14 * hour, 20 * hour, 24 * hour]
/** No try begins later than this after the first: the sum of the waits, with a quarter of an hour for slow answers. */
export const retryForMs = waitsMs.reduce((sum, wait) => sum + wait, 0) + hour / 4

/** An endpoint may ask for a wait of so long at most, by Retry-After. */
export const longestRetryAfterMs = 24 * hour

/**
 * When to try again after so many failed tries. Undefined when the event is given up, about three days after its first try.
 *
 * @param tries including the one that has just failed
 * @param retryAfterMs how long the endpoint asked to wait
 */
export function nextTryAt(tries: number, firstTriedAt: Date, now: Date, retryAfterMs = 0): Date | undefined {
  const wait = waitsMs[Math.min(tries, waitsMs.length) - 1] ?? 0
  const next = new Date(now.getTime() + Math.max(wait, Math.min(retryAfterMs, longestRetryAfterMs)))
  return next.getTime() - firstTriedAt.getTime() > retryForMs ? undefined : next
}

/** An endpoint that fails is tried with one event after this pause, so that many waiting events do not each wait for its time-out. */
export const pauseMs = (failures: number) => Math.min(5 * minute, 15_000 * 2 ** Math.min(failures - 1, 10))

/** An endpoint that accepts an event after it has failed for at least this long gets all waiting events at once. */
export const outageMs = 10 * minute

/** Days of nothing but failures after which an endpoint is switched off. */
export const switchOffAfterDays = 5

/** Whether an endpoint has failed for so long that it is switched off. */
export const isDead = (failingSince: Date, now: Date) => now.getTime() - failingSince.getTime() >= switchOffAfterDays * 24 * hour

export const deliveryStates = ['waiting', 'delivered', 'failed'] as const
export type DeliveryState = (typeof deliveryStates)[number]

export const switchedOffReasons = ['user', 'gone', 'failing'] as const
export type SwitchedOffReason = (typeof switchedOffReasons)[number]

/** Why an event was not delivered, in words for staff. */
export const webhookFailureWords = {
  name_not_found: 'No server has this name.',
  private_address: 'The address is on a private network, which this installation does not allow.',
  refused: 'The server refused the connection.',
  no_encryption: 'The server offers no encrypted connection.',
  certificate: 'The certificate of the server has expired, is not trusted, or is for another name.',
  timeout: 'The server did not answer within 10 seconds.',
  disconnected: 'The connection ended before the answer arrived.',
  too_large: 'The answer of the server was too large.',
  redirected: 'The server redirects to another address. Redirects are not followed.',
  gone: 'The server answered that the address is no longer in use (410).',
  status: 'The server answered with an error.',
  switched_off: 'The endpoint was switched off.',
} as const
export type WebhookFailure = keyof typeof webhookFailureWords
export const webhookFailures = Object.keys(webhookFailureWords) as [WebhookFailure, ...WebhookFailure[]] // the keys are the failures

/** What an answer of an endpoint means; undefined: the event is delivered. Only 2xx counts as delivered (Standard Webhooks). */
export function failureOf(status: number): WebhookFailure | undefined {
  if (status >= 200 && status < 300) return undefined
  if (status === 410) return 'gone'
  return status >= 300 && status < 400 ? 'redirected' : 'status'
}
