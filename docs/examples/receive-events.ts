import { createHmac, timingSafeEqual } from 'node:crypto'

import type { Formward } from './client.ts'

export type FormwardEvent = {
  /** The same when the event comes again. */
  id: string
  type: string
  timestamp: string
  data: { formRequestId?: string; formId?: string; patientId: string; address: string }
}
type Headers = Record<string, string | string[] | undefined>

/** A signature that is older or newer may be a copied call (https://www.standardwebhooks.com). */
const toleranceSeconds = 300

/**
 * The event of a webhook. Undefined if the webhook does not come from Formward. Packages named `standardwebhooks` do the same in many
 * languages.
 *
 * @param body the bytes as they came, before anything has parsed them
 * @param secret `whsec_…`, as the screen showed it
 */
export function verifyWebhook(headers: Headers, body: string, secret: string): FormwardEvent | undefined {
  const [id, timestamp, signatures] = ['webhook-id', 'webhook-timestamp', 'webhook-signature'].map((name) => String(headers[name] ?? ''))
  if (!(Math.abs(Date.now() / 1000 - Number(timestamp)) <= toleranceSeconds)) return undefined
  const key = Buffer.from(secret.replace('whsec_', ''), 'base64')
  const expected = createHmac('sha256', key).update(`${id}.${timestamp}.${body}`).digest()
  // There are two signatures while an old secret is replaced.
  const isGenuine = signatures!.split(' ').some((one) => {
    const [version, signature] = one.split(',')
    const given = Buffer.from(signature ?? '', 'base64')
    return version === 'v1' && given.length === expected.length && timingSafeEqual(given, expected)
  })
  return isGenuine ? (JSON.parse(body) as FormwardEvent) : undefined
}

/**
 * The HTTP status with which to answer a webhook. Formward does not send an accepted event again, so store the event before you answer, and handle it
 * afterwards. If `store` fails, answer 500: the event comes again.
 *
 * @param store writes the event to your database or queue, and ignores an event whose id is there already: an event may come twice
 */
export async function receiveWebhook(headers: Headers, body: string, secret: string, store: (event: FormwardEvent) => Promise<void>) {
  const event = verifyWebhook(headers, body, secret)
  if (!event) return 401
  await store(event)
  return 204
}

/** Handles an event of your store: reads the answers of a form request that was submitted. Mark the event as handled afterwards, and not before. */
export async function handleEvent(formward: Formward, event: FormwardEvent, keep: (answers: unknown) => void) {
  if (event.type !== 'form_request.submitted') return
  const { status, body } = await formward('requests.get', { params: { id: event.data.formRequestId! } })
  if (status !== 200) throw new Error(`The form request could not be read: ${status}`)
  keep(body)
}

/** For systems that cannot be reached from outside: stores the events after a cursor. Keep the cursor that this returns for the next call. */
export async function pollEvents(formward: Formward, cursor: string | undefined, store: (event: FormwardEvent) => Promise<void>) {
  for (let after = cursor; ;) {
    const { status, body } = await formward('events.list', { query: after === undefined ? {} : { after } })
    if (status !== 200) throw new Error(`The events could not be read: ${status}`)
    const page = body as { docs: FormwardEvent[]; cursor: string; isComplete: boolean; hasMore: boolean }
    // Events are kept for 30 days. After a longer break, read all records again (for example with fetch-results.ts).
    if (!page.isComplete) throw new Error('Events are missing')
    for (const event of page.docs) await store(event)
    after = page.cursor
    if (!page.hasMore) return after
  }
}
