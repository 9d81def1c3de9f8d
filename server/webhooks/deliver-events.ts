import { isDead, longestRetryAfterMs, nextTryAt, outageMs, pauseMs } from '#domain/webhooks.ts'
import { notifyWebhookSwitchedOff } from '#server/members/members.ts'
import { audit } from '#server/platform/audit.sql.ts'
import type { Context } from '#server/platform/context.ts'
import type { Steps } from '#server/platform/jobs.ts'

import { type DueDelivery, endWaiting, endWaits, findDue, findNextTry, setTried, type Tried } from './deliveries.sql.ts'
import { findReceiver, type Receiver, setFailing, setSwitchedOff, setWorking } from './endpoints.sql.ts'
import { payloadOf, scheduleCheck } from './events.sql.ts'
import { sendWebhook, type SendResult } from './send-webhook.ts'

/** Events that are sent to one endpoint at the same time. One that failed last is tried with one event. */
const batchSize = 10
/** After this time the worker takes the next job, so that an endpoint with many events does not hold up others. */
const longestRunMs = 30_000

type Batch = { receiver: Receiver; due: DueDelivery[] }

/**
 * Sends the due events of one endpoint. Each batch is recorded after it was sent: when the process ends in between, the batch is sent again with the
 * same ids.
 */
export async function deliverEvents({ step, signal, services }: Steps, endpointId: string, resolve?: Resolve) {
  const { PUBLIC_URL, ALLOW_PRIVATE_WEBHOOKS } = services.config
  const sending = { mayBePrivate: ALLOW_PRIVATE_WEBHOOKS, ...(resolve && { resolve }) }
  const endsAt = Date.now() + longestRunMs
  while (Date.now() < endsAt) {
    signal.throwIfAborted()
    const batch = await step((ctx) => findBatch(ctx, endpointId))
    if (!batch) break
    const results = await Promise.all(
      batch.due.map(async (event) => ({ event, result: await sendWebhook(batch.receiver, payloadOf(PUBLIC_URL, event), sending) })),
    )
    await step((ctx) => recordBatch(ctx, batch.receiver, results))
  }
  await step(async (ctx) => {
    const next = await findNextTry(ctx, endpointId)
    if (next) await scheduleCheck(ctx, next)
  })
}

type Resolve = NonNullable<Parameters<typeof sendWebhook>[2]['resolve']>

async function findBatch(ctx: Context, endpointId: string): Promise<Batch | undefined> {
  const receiver = await findReceiver(ctx, endpointId)
  if (!receiver || receiver.isSwitchedOff) return undefined
  if (receiver.pausedUntil !== null && new Date(receiver.pausedUntil) > new Date()) return undefined
  const due = await findDue(ctx, endpointId, receiver.failures > 0 ? 1 : batchSize)
  return due.length > 0 ? { receiver, due } : undefined
}

type Sent = { event: DueDelivery; result: SendResult }

/** The endpoint is held before its deliveries, as a user does who changes it. It may have been changed while the batch was sent. */
async function recordBatch(ctx: Context, { id, address }: Receiver, sent: readonly Sent[]) {
  const receiver = await findReceiver(ctx, id, { isHeld: true })
  if (!receiver) return undefined
  const now = new Date()
  const isMoved = receiver.address !== address
  await setTried(
    ctx,
    id,
    sent.map((one): Tried => {
      const tried = triedOf(one, now)
      if (tried.state !== 'waiting') return tried
      if (receiver.isSwitchedOff) return { ...tried, state: 'failed' }
      return isMoved ? { ...tried, nextTryAt: now } : tried
    }),
  )
  // What another address answered says nothing about this one.
  if (receiver.isSwitchedOff || isMoved) return undefined
  if (sent.some(({ result }) => result.failure === 'gone')) return switchOff(ctx, receiver, 'gone')
  const since = new Date(receiver.failingSince ?? now)
  if (sent.some(({ result }) => result.failure === null)) {
    await setWorking(ctx, receiver.id)
    // One refusal is about its event. An endpoint that is away fails again and again.
    const wasAway = receiver.failures > 1 && now.getTime() - since.getTime() >= outageMs
    if (wasAway) await endWaits(ctx, receiver.id)
    return undefined
  }
  if (isDead(since, now)) return switchOff(ctx, receiver, 'failing')
  const failures = receiver.failures + 1
  const waitMs = Math.max(pauseMs(failures), ...sent.map(({ result }) => Math.min(result.retryAfterMs ?? 0, longestRetryAfterMs)))
  return setFailing(ctx, receiver.id, { failures, since, pausedUntil: new Date(now.getTime() + waitMs) })
}

function triedOf({ event, result }: Sent, now: Date): Tried {
  const { failure, status, durationMs, retryAfterMs } = result
  const common = { eventId: event.id, status, failure, durationMs, triedAt: now, nextTryAt: now }
  if (failure === null) return { ...common, state: 'delivered' }
  const next = nextTryAt(event.tries + 1, new Date(event.first_tried_at ?? now), now, retryAfterMs)
  return next ? { ...common, state: 'waiting', nextTryAt: next } : { ...common, state: 'failed' }
}

/** Switches a dead endpoint off and emails the organisation's admins. */
async function switchOff(ctx: Context, { id, description }: Receiver, reason: 'gone' | 'failing') {
  if (!(await setSwitchedOff(ctx, id, reason))) return
  await endWaiting(ctx, id)
  await audit(ctx, 'webhookSwitchedOff', { subjectId: id, detail: { webhook: description, reason } })
  await notifyWebhookSwitchedOff(ctx)
}
