import { randomUUID } from 'node:crypto'

import type { Input } from '#contract/route.ts'
import type { webhooks } from '#contract/webhooks.ts'
import { testEventType } from '#domain/events.ts'
import { webhookLimits } from '#domain/webhooks.ts'
import { isLimitedToWards } from '#server/patients/patients.ts'
import { audit } from '#server/platform/audit.sql.ts'
import { type Context, wardLimitOf } from '#server/platform/context.ts'
import { inTransaction } from '#server/platform/database.ts'
import { lockKeys } from '#server/platform/lock-keys.sql.ts'
import { Problem } from '#server/platform/problem.ts'
import type { Call } from '#server/platform/serve.ts'

import { endWaiting, endWaits, getDelivery, listDeliveries, replayFailedSince, replayOne } from './deliveries.sql.ts'
import {
  countEndpoints,
  deleteEndpoint,
  findReceiver,
  getEndpoint,
  insertEndpoint,
  listEndpoints,
  lockEndpoint,
  setEndpoint,
  setSecret,
} from './endpoints.sql.ts'
import { scheduleCheck } from './events.sql.ts'
import { makeSecret, sendWebhook } from './send-webhook.ts'

type Routes = typeof webhooks

/** Events are about patients of every ward, so a user who sees some wards manages no endpoint (MEM-4). */
export async function requireEveryWard(ctx: Context) {
  if (await isLimitedToWards(ctx))
    throw new Problem('conflict', 'Events are about patients of every ward. Ask an admin who manages the wards.')
}

/** The audit log says where events go. The rest of an address may hold a token. */
const hostOf = (address: string) => new URL(address).host

export async function readWebhooks(ctx: Context) {
  await requireEveryWard(ctx)
  return { docs: await listEndpoints(ctx) }
}

export async function createWebhook(ctx: Context, body: Input<Routes['create']>['body']) {
  await requireEveryWard(ctx)
  // Two users at the same moment do not exceed the limit.
  await lockKeys(ctx, ['webhook endpoints'])
  if ((await countEndpoints(ctx)) >= webhookLimits.endpoints)
    throw new Problem('conflict', `An organisation can have ${webhookLimits.endpoints} webhook endpoints. Delete one that is not used.`)
  const [id, secret] = [randomUUID(), makeSecret()]
  await insertEndpoint(ctx, { id, ...body, secret })
  await audit(ctx, 'webhookCreated', {
    subjectId: id,
    detail: { webhook: body.description, host: hostOf(body.address), eventTypes: body.eventTypes },
  })
  return { webhook: await getEndpoint(ctx, id), secret }
}

export async function updateWebhook(ctx: Context, id: string, body: Input<Routes['update']>['body']) {
  await requireEveryWard(ctx)
  const before = await lockEndpoint(ctx, id)
  const { isSwitchedOff, ...fields } = body
  await setEndpoint(ctx, id, body)
  if (isSwitchedOff) await endWaiting(ctx, id)
  else {
    if (fields.address !== undefined) await endWaits(ctx, id)
    await scheduleCheck(ctx, new Date())
  }
  const detail = {
    webhook: fields.description ?? before.description,
    fields: Object.keys(fields),
    ...(fields.address !== undefined && { host: hostOf(fields.address), hostBefore: hostOf(before.address) }),
    ...(isSwitchedOff !== undefined && { isSwitchedOff }),
  }
  await audit(ctx, 'webhookUpdated', { subjectId: id, detail })
  return getEndpoint(ctx, id)
}

export async function deleteWebhook(ctx: Context, id: string) {
  await requireEveryWard(ctx)
  const { description, address } = await lockEndpoint(ctx, id)
  await deleteEndpoint(ctx, id)
  await audit(ctx, 'webhookDeleted', { subjectId: id, detail: { webhook: description, host: hostOf(address) } })
  return { done: true as const }
}

export async function rotateSecret(ctx: Context, id: string) {
  await requireEveryWard(ctx)
  const { description } = await lockEndpoint(ctx, id)
  const secret = makeSecret()
  await setSecret(ctx, id, secret)
  await audit(ctx, 'webhookRotated', { subjectId: id, detail: { webhook: description } })
  return { webhook: await getEndpoint(ctx, id), secret }
}

/** Calls the endpoint outside of any transaction, because the answer may take ten seconds. */
export async function testWebhook({ services, organisationId, actor }: Call, { params: { webhookId } }: Input<Routes['test']>) {
  const { ALLOW_PRIVATE_WEBHOOKS } = services.config
  const receiver = await inTransaction(services.db, { organisationId, memberId: wardLimitOf(actor) }, async (tx) => {
    const there = { tx, actor, organisationId, services }
    await requireEveryWard(there)
    return findReceiver(there, webhookId)
  })
  if (!receiver) throw new Problem('not_found')
  const event = { id: randomUUID(), type: testEventType, timestamp: new Date().toISOString(), data: {} }
  const { failure, status, durationMs } = await sendWebhook(receiver, event, { mayBePrivate: ALLOW_PRIVATE_WEBHOOKS })
  return async (ctx: Context) => {
    const { description } = await getEndpoint(ctx, webhookId)
    await audit(ctx, 'webhookTested', { subjectId: webhookId, detail: { webhook: description, failure } })
    return { failure, status, durationMs }
  }
}

export async function readDeliveries(ctx: Context, { params: { webhookId }, query }: Input<Routes['deliveries']>) {
  await requireEveryWard(ctx)
  const { description } = await getEndpoint(ctx, webhookId)
  await audit(ctx, 'webhookDeliveryList', { subjectId: webhookId, detail: { webhook: description } })
  return listDeliveries(ctx, webhookId, query)
}

const offWords = 'The endpoint is switched off. Switch the endpoint on first.'

export async function replayEvent(ctx: Context, { webhookId, eventId }: Input<Routes['replay']>['params']) {
  await requireEveryWard(ctx)
  const { description, status } = await lockEndpoint(ctx, webhookId)
  if (status === 'switched_off') throw new Problem('conflict', offWords)
  if (!(await replayOne(ctx, webhookId, eventId))) throw new Problem('not_found')
  await scheduleCheck(ctx, new Date())
  await audit(ctx, 'webhookReplayed', { subjectId: webhookId, detail: { webhook: description, events: 1 } })
  return getDelivery(ctx, webhookId, eventId)
}

export async function replayFailed(ctx: Context, webhookId: string, since: string) {
  await requireEveryWard(ctx)
  const { description, status } = await lockEndpoint(ctx, webhookId)
  if (status === 'switched_off') throw new Problem('conflict', offWords)
  const count = await replayFailedSince(ctx, webhookId, since)
  await scheduleCheck(ctx, new Date())
  await audit(ctx, 'webhookReplayed', { subjectId: webhookId, detail: { webhook: description, events: count, since } })
  return { count }
}
