import { randomUUID } from 'node:crypto'
import { readFileSync } from 'node:fs'

import { Webhook as Verifier } from 'standardwebhooks'
import { describe, expect, inject, test } from 'vitest'

import type { Webhook, WebhookDelivery } from '#contract/webhooks.ts'
import { completeRequest, openRequest } from '#server/requests/requests.ts'
import { appWith } from '#test/app-with.ts'
import { orderDueEvents } from '#test/due-events.ts'
import { eventually, openOrganisation, systemAdministrator, type TestOrganisation } from '#test/organisation.ts'
import { aPatient, aRequest } from '#test/requests.ts'
import { openReceiver } from '#test/webhook-receiver.ts'
import { dyingAfter, stepsOf } from '#test/worker-steps.ts'

import { deliverEvents } from './deliver-events.ts'
import { signedHeaders } from './send-webhook.ts'

const webhooksOf = ({ id }: { id: string }) => `/api/tenants/tenant/${id}/webhooks`
type Staff = Awaited<ReturnType<TestOrganisation['staff']>>
type Created = { webhook: Webhook; secret: string }
const everyType = ['form_request.opened', 'form_request.submitted', 'form_request.urgent_answer', 'form_request.closed']

async function createWebhook(own: TestOrganisation, ada: Staff, address: string, eventTypes = everyType) {
  const response = await ada.post(webhooksOf(own), { address, description: 'Integration engine', eventTypes })
  expect(response.statusCode, response.body).toBe(200)
  return response.json<Created>()
}

/** An organisation with a receiver, and a worker that reaches it. */
async function openWithReceiver(manner?: Parameters<typeof openReceiver>[0]) {
  const [own, receiver] = [await openOrganisation(), await openReceiver(manner)]
  const ada = await own.staff('Admin')
  const { webhook, secret } = await createWebhook(own, ada, receiver.address)
  return { own, receiver, ada, webhook, secret, path: `${webhooksOf(own)}/${webhook.id}`, ...workerOf(own, webhook.id) }
}

type Resolve = NonNullable<Parameters<typeof deliverEvents>[2]>

function workerOf(own: TestOrganisation, webhookId: string) {
  const services = { ...own.services, config: { ...own.services.config, ALLOW_PRIVATE_WEBHOOKS: true } }
  const steps = stepsOf({ ...own, services })
  const deliver = async (resolve?: Resolve) => {
    await orderDueEvents(services)
    await deliverEvents(steps, webhookId, resolve)
  }
  return {
    steps,
    deliver,
    /** As `deliver`, after the waits. */
    deliverLater: async () => {
      await own.query(`update webhook_deliveries set next_try_at = now() where organisation_id = $1 and state = 'waiting'`, [own.id])
      await own.query('update webhook_endpoints set paused_until = null where organisation_id = $1', [own.id])
      await deliver()
    },
    open: (id: string) => steps.step((ctx) => openRequest(ctx, id)),
    submit: (id: string) => steps.step((ctx) => completeRequest(ctx, id)),
  }
}

const deliveriesOf = async (ada: Staff, path: string, query = '') =>
  (await ada.get(`${path}/deliveries${query}`)).json<{ docs: WebhookDelivery[]; next: number | null }>()

const endpointOf = async (own: TestOrganisation, ada: Staff) => (await ada.get(webhooksOf(own))).json<{ docs: Webhook[] }>().docs[0]!

describe('Webhooks: what is sent', () => {
  test('an event is signed by Standard Webhooks, names ids and an address, and holds nothing about the patient (INT-3, SAFE-2)', async () => {
    const { own, receiver, secret, open, deliver, ada, path } = await openWithReceiver()
    const patient = await aPatient(own, { lastName: 'Zz-Unmistakable' })
    const request = await aRequest(own, { patientId: patient.id })
    await open(request.id)

    await deliver()

    const { headers, body } = receiver.received[0]!
    const event = new Verifier(secret).verify(body, headers)
    expect(secret).toMatch(/^whsec_[A-Za-z0-9+/]{43}=$/)
    expect(event).toEqual({
      id: headers['webhook-id'],
      type: 'form_request.opened',
      timestamp: expect.stringMatching(/^\d{4}-\d\d-\d\dT[\d:.]+Z$/),
      data: {
        formRequestId: request.id,
        formId: request.formId,
        patientId: patient.id,
        address: `${own.services.config.PUBLIC_URL}/api/forms/request/${request.id}`,
      },
    })
    expect((await deliveriesOf(ada, path)).docs).toMatchObject([
      { type: 'form_request.opened', state: 'delivered', status: 204, tries: 1, failure: null, formRequestId: request.id, nextTryAt: null },
    ])
    expect(await endpointOf(own, ada)).toMatchObject({ status: 'active', lastDeliveredAt: expect.any(String), waiting: 0, failed: 0 })
    await deliver()
    expect(receiver.received).toHaveLength(1)
  })

  test('a changed body, a foreign signature and an old timestamp are refused by the verifier of the standard (INT-3)', () => {
    const [ours, theirs] = [`whsec_${Buffer.alloc(32, 1).toString('base64')}`, `whsec_${Buffer.alloc(32, 2).toString('base64')}`]
    const body = '{"type":"form_request.opened"}'
    const sixMinutes = 6 * 60_000
    const verifier = new Verifier(ours)

    expect(verifier.verify(body, signedHeaders([ours], 'one', body))).toEqual({ type: 'form_request.opened' })
    expect(() => verifier.verify(body.replace('opened', 'closed'), signedHeaders([ours], 'one', body))).toThrow('No matching signature')
    expect(() => verifier.verify(body, signedHeaders([theirs], 'one', body))).toThrow('No matching signature')
    expect(() => verifier.verify(body, { ...signedHeaders([ours], 'one', body), 'webhook-id': 'two' })).toThrow('No matching signature')
    expect(() => verifier.verify(body, signedHeaders([ours], 'one', body, new Date(Date.now() - sixMinutes)))).toThrow('too old')
    // The example of the specification.
    const { 'webhook-signature': signature } = signedHeaders(
      ['whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw'],
      'msg_p5jXN8AQM9LWM0D4loKWxJek',
      '{"test": 2432232314}',
      new Date(1_614_265_330_000),
    )
    expect(signature).toBe('v1,g0hM9SsE+OTPJTGt/tmIKtSyZlE3uFJELVlNIOLJ1OE=')
  })

  test('after a new secret the old one signs too for 24 hours; both are shown once and stored sealed (INT-3, SAFE-2)', async () => {
    const { own, receiver, secret: old, open, deliver, ada, path } = await openWithReceiver()
    const rotated = (await ada.post(`${path}/secret`)).json<Created>()
    const verify = (secret: string, n: number) => new Verifier(secret).verify(receiver.received[n]!.body, receiver.received[n]!.headers)

    await open((await aRequest(own)).id)
    await deliver()
    expect(verify(old, 0)).toEqual(verify(rotated.secret, 0))
    expect(new Date(rotated.webhook.previousSecretUntil!).getTime() - Date.now()).toBeGreaterThan(23.9 * 3_600_000)
    await own.query(`update webhook_endpoints set previous_secret_until = now() where organisation_id = $1`, [own.id])
    await open((await aRequest(own)).id)
    await deliver()
    expect(() => verify(old, 1)).toThrow('No matching signature')
    expect(verify(rotated.secret, 1)).toBeTruthy()

    const [row] = await own.query('select w::text as whole from webhook_endpoints w where organisation_id = $1', [own.id])
    const shown = (await ada.get(webhooksOf(own))).body + JSON.stringify(await own.auditTrail()) + readFileSync(inject('logFile'), 'utf8')
    for (const secret of [old, rotated.secret]) {
      expect(Buffer.from(String(row!['whole'])).toString('latin1')).not.toContain(Buffer.from(secret).toString('hex'))
      expect(shown).not.toContain(secret)
    }
    expect((await own.auditTrail()).map(({ event_type }) => event_type)).toEqual(
      expect.arrayContaining(['webhookCreated', 'webhookRotated', 'webhookList']),
    )
  })

  test('an endpoint that was created later gets no earlier event, and only those that it chose (INT-3)', async () => {
    const { own, receiver, ada, open, submit, deliver } = await openWithReceiver()
    const request = await aRequest(own)
    await open(request.id)
    const later = await openReceiver()
    const second = await createWebhook(own, ada, later.address, ['form_request.opened', 'form_request.submitted'])
    await submit(request.id)
    await ada.patch(`/api/forms/request/${request.id}/close`, {})

    await deliver()
    await workerOf(own, second.webhook.id).deliver()

    expect(receiver.events().map(({ type }) => type)).toEqual(['form_request.opened', 'form_request.submitted', 'form_request.closed'])
    expect(later.events().map(({ type }) => type)).toEqual(['form_request.submitted'])
  })

  test('“Send a test event” sends at once, says what came back and is recorded (INT-3, AUD-1)', async () => {
    const { own, receiver, ada, secret, path } = await openWithReceiver()
    const server = await appWith(own, { ALLOW_PRIVATE_WEBHOOKS: true })

    expect((await server.post(ada, `${path}/test`)).json()).toMatchObject({ failure: null, status: 204 })
    const { headers, body } = receiver.received[0]!
    expect(new Verifier(secret).verify(body, headers)).toMatchObject({ type: 'webhook.test', data: {} })
    receiver.manner = (response) => response.writeHead(500).end('secret of the receiver')
    const failed = await server.post(ada, `${path}/test`)
    expect(failed.json()).toMatchObject({ failure: 'status', status: 500 })
    expect(failed.body).not.toContain('secret of the receiver')
    expect((await own.auditTrail()).filter(({ event_type }) => event_type === 'webhookTested')).toMatchObject([
      { detail: { webhook: 'Integration engine', failure: null } },
      { detail: { failure: 'status' } },
    ])
  })
})

describe('Webhooks: which servers are called', () => {
  test.each([
    ['loopback', (port: number) => `https://127.0.0.1:${port}/`],
    ['a name of this machine', (port: number) => `https://localhost:${port}/`],
    ['loopback as a number', (port: number) => `https://2130706433:${port}/`],
    ['IPv4 in IPv6', (port: number) => `https://[::ffff:127.0.0.1]:${port}/`],
  ])('%s is refused unless the installation allows it (INT-3, SAFE-2)', async (_what, addressOf) => {
    const { own, receiver, ada, webhook, path, open } = await openWithReceiver()
    await ada.patch(path, { address: addressOf(receiver.port) })
    await open((await aRequest(own)).id)

    await orderDueEvents(own.services)
    await deliverEvents(stepsOf(own), webhook.id)

    expect((await deliveriesOf(ada, path)).docs).toMatchObject([{ state: 'waiting', failure: 'private_address', status: null, tries: 1 }])
    expect((await ada.post(`${path}/test`)).json()).toMatchObject({ failure: 'private_address', status: null })
    expect(receiver.received).toEqual([])
  })

  test('a name that resolves to a private network is refused, also when one of its addresses is public (INT-3, SAFE-2)', async () => {
    const { own, receiver, ada, webhook, path, open } = await openWithReceiver()
    await ada.patch(path, { address: `https://receiver.example:${receiver.port}/` })
    await open((await aRequest(own)).id)
    await orderDueEvents(own.services)

    await deliverEvents(stepsOf(own), webhook.id, async () => [
      { address: '20.68.124.1', family: 4 },
      { address: '127.0.0.1', family: 4 },
    ])

    expect((await deliveriesOf(ada, path)).docs).toMatchObject([{ failure: 'private_address' }])
    expect(receiver.received).toEqual([])
  })

  test('a redirect is not followed (INT-3, SAFE-2)', async () => {
    const inside = await openReceiver()
    const { own, receiver, ada, path, open, deliver } = await openWithReceiver((response) =>
      response.writeHead(307, { location: inside.address }).end(),
    )
    await open((await aRequest(own)).id)

    await deliver()

    expect((await deliveriesOf(ada, path)).docs).toMatchObject([{ state: 'waiting', failure: 'redirected', status: 307 }])
    expect([receiver.received.length, inside.received.length]).toEqual([1, 0])
  })
})

describe('Webhooks: endpoints that fail', () => {
  test('an endpoint that answers after 30 seconds is given up after 10 and holds up no other (INT-3)', { timeout: 40_000 }, async () => {
    const { own, ada, path, open, deliver } = await openWithReceiver(() => undefined)
    const quick = await openReceiver()
    const other = await createWebhook(own, ada, quick.address)
    await open((await aRequest(own)).id)
    const began = Date.now()

    const slow = deliver()
    await eventually(async () => {
      await workerOf(own, other.webhook.id).deliver()
      return quick.received.length > 0
    })
    expect(Date.now() - began).toBeLessThan(5_000)
    await slow

    expect(Date.now() - began).toBeLessThan(20_000)
    const { docs } = await deliveriesOf(ada, path)
    expect(docs).toMatchObject([{ state: 'waiting', failure: 'timeout', status: null }])
    expect(docs[0]!.durationMs).toBeGreaterThan(9_000)
    expect(docs[0]!.durationMs).toBeLessThan(12_000)
  })

  test('an answer of 50 MB is cut early, and its status counts (INT-3)', async () => {
    let sent = 0
    const { own, ada, path, open, deliver } = await openWithReceiver((response) => {
      const chunk = Buffer.alloc(64 * 1024)
      const more = () => {
        while (!response.destroyed && sent < 50_000_000 && response.write(chunk)) sent += chunk.length
      }
      response.on('drain', more)
      more()
    })
    await open((await aRequest(own)).id)

    await deliver()

    expect((await deliveriesOf(ada, path)).docs).toMatchObject([{ state: 'delivered', status: 200 }])
    expect(sent).toBeLessThan(10_000_000)
  })

  test('a failed event is tried again with the same id, and later events about its form request wait for it, others do not (INT-3)', async () => {
    const failing = { id: '' }
    const { own, receiver, ada, path, open, submit, deliver, deliverLater } = await openWithReceiver((response, { body }) =>
      response.writeHead(body.includes(failing.id) ? 500 : 200).end(),
    )
    const [first, second] = [await aRequest(own), await aRequest(own)]
    failing.id = first.id
    for (const { id } of [first, second]) {
      await open(id)
      await submit(id)
    }

    await deliver()
    await deliverLater()
    const typesOf = (id: string) =>
      receiver
        .events()
        .filter(({ data }) => data['formRequestId'] === id)
        .map(({ type }) => type.replace('form_request.', ''))
    expect(typesOf(second.id)).toEqual(['opened', 'submitted'])
    expect(typesOf(first.id)).toEqual(['opened', 'opened'])
    failing.id = 'nothing'
    await deliverLater()
    expect(typesOf(first.id)).toEqual(['opened', 'opened', 'opened', 'submitted'])
    const ids = receiver.received.filter(({ body }) => body.includes(first.id)).map(({ headers }) => headers['webhook-id'])
    expect(new Set(ids.slice(0, 3)).size).toBe(1)
    expect((await deliveriesOf(ada, path)).docs.map(({ state, tries }) => `${state} ${tries}`).toSorted()).toEqual([
      'delivered 1',
      'delivered 1',
      'delivered 1',
      'delivered 3',
    ])
  })

  test('Retry-After is kept, and an endpoint that fails is tried with one event (INT-3)', async () => {
    const { own, receiver, ada, path, open, deliver, deliverLater } = await openWithReceiver((response) =>
      response.writeHead(503, { 'retry-after': '3600' }).end(),
    )
    for (let n = 0; n < 3; n++) await open((await aRequest(own)).id)

    await deliver()
    const { docs } = await deliveriesOf(ada, path)
    for (const { nextTryAt } of docs) expect(new Date(nextTryAt!).getTime() - Date.now()).toBeGreaterThan(3_500_000)
    const paused = async () => (await own.query('select paused_until from webhook_endpoints where organisation_id = $1', [own.id]))[0]!
    expect(((await paused())['paused_until'] as Date).getTime() - Date.now()).toBeGreaterThan(3_500_000)
    expect(await endpointOf(own, ada)).toMatchObject({ status: 'failing', failingSince: expect.any(String), waiting: 3 })
    expect(receiver.received).toHaveLength(3)
    await deliverLater()
    expect(receiver.received).toHaveLength(4)
  })

  test('after an outage the endpoint gets everything that waits at once (INT-3)', async () => {
    let status = 500
    const { own, receiver, ada, path, open, deliver } = await openWithReceiver((response) => response.writeHead(status).end())
    await open((await aRequest(own)).id)
    await deliver()
    await own.query(
      `update webhook_endpoints set failing_since = now() - interval '11 minutes', failures = 4, paused_until = null where organisation_id = $1`,
      [own.id],
    )
    await own.query(`update webhook_deliveries set next_try_at = now() + interval '5 hours' where organisation_id = $1`, [own.id])
    status = 200
    await open((await aRequest(own)).id)

    await deliver()

    expect(receiver.received).toHaveLength(3)
    expect((await deliveriesOf(ada, path)).docs.map(({ state }) => state)).toEqual(['delivered', 'delivered'])
  })

  test('one event that the endpoint refused is no outage: it keeps its wait when others are accepted (INT-3)', async () => {
    let status = 500
    const { own, receiver, ada, path, open, deliver } = await openWithReceiver((response) => response.writeHead(status).end())
    await open((await aRequest(own)).id)
    await deliver()
    await own.query(
      `update webhook_endpoints set failing_since = now() - interval '11 minutes', paused_until = null where organisation_id = $1`,
      [own.id],
    )
    await own.query(`update webhook_deliveries set next_try_at = now() + interval '5 hours' where organisation_id = $1`, [own.id])
    status = 200
    await open((await aRequest(own)).id)

    await deliver()

    expect(receiver.received).toHaveLength(2)
    expect((await deliveriesOf(ada, path)).docs.map(({ state }) => state)).toEqual(['delivered', 'waiting'])
  })

  test('an event is given up after three days; one, or all since a time, are sent again by a user (INT-3, AUD-1)', async () => {
    let status = 500
    const { own, receiver, ada, path, open, deliver, deliverLater } = await openWithReceiver((response) => response.writeHead(status).end())
    const request = await aRequest(own)
    await open(request.id)
    await deliver()
    await own.query(`update webhook_deliveries set first_tried_at = now() - interval '4 days', tries = 9 where organisation_id = $1`, [
      own.id,
    ])
    await deliverLater()
    const { docs } = await deliveriesOf(ada, path, '?state=failed')
    expect(docs).toMatchObject([{ state: 'failed', status: 500, tries: 10, nextTryAt: null }])
    expect(await endpointOf(own, ada)).toMatchObject({ waiting: 0, failed: 1 })

    status = 200
    expect((await ada.post(`${path}/replay`, { since: new Date(Date.now() + 60_000).toISOString() })).json()).toEqual({ count: 0 })
    expect((await ada.post(`${path}/replay`, { since: new Date(Date.now() - 60_000).toISOString() })).json()).toEqual({ count: 1 })
    await deliverLater()
    expect((await ada.post(`${path}/deliveries/${docs[0]!.eventId}/replay`)).json()).toMatchObject({ state: 'waiting', tries: 0 })
    await deliverLater()
    expect(new Set(receiver.received.map(({ headers }) => headers['webhook-id'])).size).toBe(1)
    expect(receiver.received).toHaveLength(4)
    expect((await own.auditTrail()).filter(({ event_type }) => event_type === 'webhookReplayed')).toMatchObject([
      { detail: { events: 0 } },
      { detail: { events: 1 } },
      { detail: { events: 1 } },
    ])
  })

  test('410 switches the endpoint off and emails the admins; what comes meanwhile is sent after a replay (INT-3, AUD-1)', async () => {
    let status = 410
    const { own, receiver, ada, path, open, submit, deliver, deliverLater } = await openWithReceiver((response) =>
      response.writeHead(status).end(),
    )
    const request = await aRequest(own)
    await open(request.id)
    await deliver()
    expect(await endpointOf(own, ada)).toMatchObject({ status: 'switched_off', switchedOffReason: 'gone' })
    await submit(request.id)
    await deliver()
    expect((await deliveriesOf(ada, path)).docs).toMatchObject([{ failure: 'switched_off' }, { failure: 'gone', status: 410 }])
    expect((await ada.post(`${path}/replay`, { since: '2026-01-01T00:00:00Z' })).statusCode).toBe(409)
    const jobs = await own.query(`select data from pgboss.job where name = 'send-member-mail' and data->>'organisationId' = $1`, [own.id])
    expect(jobs).toMatchObject([{ data: { memberId: ada.id, kind: 'webhookSwitchedOff' } }])
    expect((await own.auditTrail()).find(({ event_type }) => event_type === 'webhookSwitchedOff')).toMatchObject({
      detail: { webhook: 'Integration engine', reason: 'gone' },
    })

    status = 200
    expect((await ada.patch(path, { isSwitchedOff: false })).json()).toMatchObject({ status: 'active', switchedOffReason: null })
    expect((await ada.post(`${path}/replay`, { since: new Date(Date.now() - 60_000).toISOString() })).json()).toEqual({ count: 2 })
    await deliver()
    await deliverLater()
    expect(receiver.events().map(({ type }) => type)).toEqual(['form_request.opened', 'form_request.opened', 'form_request.submitted'])
  })

  test('an endpoint that was switched off while events were sent to it gets none of them again, unless a user sends them again (INT-3)', async () => {
    let switchOff: () => Promise<unknown> = async () => undefined
    const { own, receiver, ada, path, open, deliver, deliverLater } = await openWithReceiver(
      async (response) => void (await switchOff(), response.writeHead(500).end()),
    )
    switchOff = async () => expect((await ada.patch(path, { isSwitchedOff: true })).statusCode).toBe(200)
    await open((await aRequest(own)).id)

    await deliver()

    expect((await deliveriesOf(ada, path)).docs).toMatchObject([{ state: 'failed', failure: 'status', tries: 1, nextTryAt: null }])
    switchOff = async () => undefined
    await ada.patch(path, { isSwitchedOff: false })
    await deliverLater()
    expect(receiver.received).toHaveLength(1)
    expect(await endpointOf(own, ada)).toMatchObject({ status: 'active', failingSince: null, waiting: 0, failed: 1 })
  })

  test('a new address gets what waits at once, and the failures of the old one do not count, also when it was changed during a try (INT-3)', async () => {
    const works = await openReceiver()
    let change: () => Promise<unknown> = async () => undefined
    const { own, receiver, ada, path, open, deliver } = await openWithReceiver(
      async (response) => void (await change(), response.writeHead(500).end()),
    )
    await open((await aRequest(own)).id)
    await deliver()
    await own.query(`update webhook_endpoints set failing_since = now() - interval '4 days', failures = 20 where organisation_id = $1`, [
      own.id,
    ])
    await ada.patch(path, { address: `https://127.0.0.1:${receiver.port}/` })
    expect(await endpointOf(own, ada)).toMatchObject({ status: 'active', failingSince: null })

    change = async () => expect((await ada.patch(path, { address: works.address })).statusCode).toBe(200)
    await deliver()

    expect([receiver.received.length, works.received.length]).toEqual([2, 1])
    expect((await deliveriesOf(ada, path)).docs).toMatchObject([{ state: 'delivered', tries: 3 }])
    expect(await endpointOf(own, ada)).toMatchObject({ status: 'active', failingSince: null })
  })

  test('five days of nothing but failures switch the endpoint off; one success starts the days again (INT-3)', async () => {
    let status = 500
    const { own, ada, open, deliver, deliverLater } = await openWithReceiver((response) => response.writeHead(status).end())
    const days = (count: number) =>
      own.query(`update webhook_endpoints set failing_since = now() - make_interval(days => $2) where organisation_id = $1`, [
        own.id,
        count,
      ])
    await open((await aRequest(own)).id)
    await deliver()
    await days(4)
    await deliverLater()
    expect(await endpointOf(own, ada)).toMatchObject({ status: 'failing' })
    status = 200
    await deliverLater()
    expect(await endpointOf(own, ada)).toMatchObject({ status: 'active', failingSince: null })
    status = 500
    await open((await aRequest(own)).id)
    await deliver()
    await days(5)
    await deliverLater()
    expect(await endpointOf(own, ada)).toMatchObject({ status: 'switched_off', switchedOffReason: 'failing', waiting: 0, failed: 1 })
  })

  test('a process that ends between sending and recording sends again, with the same id (INT-3, SAFE-1)', async () => {
    const { own, receiver, ada, webhook, path, steps, open, deliver } = await openWithReceiver()
    await open((await aRequest(own)).id)
    await orderDueEvents(own.services)

    await expect(deliverEvents(dyingAfter(1, steps), webhook.id)).rejects.toThrow('killed')
    expect(receiver.received).toHaveLength(1)
    await deliver()

    expect(receiver.received).toHaveLength(2)
    expect(new Set(receiver.received.map(({ headers }) => headers['webhook-id'])).size).toBe(1)
    expect((await deliveriesOf(ada, path)).docs).toMatchObject([{ state: 'delivered', tries: 1 }])
  })
})

describe('Webhooks: who manages them', () => {
  test('an endpoint is created, changed, switched off and deleted by admins, each recorded; wrong input is refused by field (INT-3, AUD-1)', async () => {
    const own = await openOrganisation()
    const ada = await own.staff('Admin')
    const wrong = { address: 'http://x', description: ' ', eventTypes: [] }
    expect((await ada.post(webhooksOf(own), wrong)).json()).toMatchObject({
      status: 400,
      errors: [
        { field: 'address', message: 'Address must start with https:// and must not include a user name or #.' },
        { field: 'description', message: 'Description is required.' },
        { field: 'eventTypes', message: 'Choose at least one event.' },
      ],
    })
    expect((await ada.post(webhooksOf(own), { ...wrong, eventTypes: ['patient.answers'] })).statusCode).toBe(400)
    const { webhook } = await createWebhook(own, ada, 'https://receiver.example/')
    const path = `${webhooksOf(own)}/${webhook.id}`

    expect((await ada.patch(path, { description: 'PAS', eventTypes: ['patient.updated'] })).json()).toMatchObject({
      description: 'PAS',
      eventTypes: ['patient.updated'],
      createdBy: 'Ada Byron',
    })
    expect((await ada.patch(path, { address: 'https://other.example:8443/in?token=a-secret' })).statusCode).toBe(200)
    expect((await ada.patch(path, { isSwitchedOff: true })).json()).toMatchObject({ status: 'switched_off', switchedOffReason: 'user' })
    expect((await ada.delete(path)).json()).toEqual({ done: true })
    expect((await ada.delete(path)).statusCode).toBe(404)
    expect((await ada.get(`${path}/deliveries`)).statusCode).toBe(404)
    expect((await ada.post(`${path}/test`)).statusCode).toBe(404)
    expect((await ada.post(`${path}/replay`, { since: '2026-01-01T00:00:00Z' })).statusCode).toBe(404)
    const trail = (await own.auditTrail()).filter(({ event_type }) => event_type.startsWith('webhook'))
    expect(trail.map(({ event_type, actor_id }) => [event_type, actor_id])).toEqual(
      ['webhookCreated', 'webhookUpdated', 'webhookUpdated', 'webhookUpdated', 'webhookDeleted'].map((event) => [event, ada.id]),
    )
    const hosts = trail.map(({ detail }) => {
      const { hostBefore, host } = detail as { hostBefore?: string; host?: string }
      return [hostBefore, host]
    })
    expect(hosts[0]).toEqual([undefined, 'receiver.example'])
    expect(hosts[2]).toEqual(['receiver.example', 'other.example:8443'])
    expect(hosts[4]).toEqual([undefined, 'other.example:8443'])
    expect(JSON.stringify(trail)).not.toContain('a-secret')
  })

  test('users without the permission and other organisations neither see nor change an endpoint (INT-3, ORG-7)', async () => {
    const { own, ada, path, open, deliver } = await openWithReceiver()
    const [other, user, root] = [await openOrganisation(), await own.staff('Forms User'), await systemAdministrator()]
    const stranger = await other.staff('Admin')
    await open((await aRequest(own)).id)
    await deliver()
    const [{ eventId } = { eventId: '' }] = (await deliveriesOf(ada, path)).docs
    const theirs = path.replace(own.id, other.id)

    for (const address of [webhooksOf(own), `${path}/deliveries`]) {
      for (const one of [user, root]) expect((await one.get(address)).json()).toMatchObject({ code: 'not_permitted' })
      expect((await stranger.get(address)).statusCode).toBe(403)
    }
    for (const call of ['/secret', '/test', `/deliveries/${eventId}/replay`])
      expect((await stranger.post(theirs + call)).statusCode).toBe(404)
    expect((await stranger.post(`${theirs}/replay`, { since: '2026-01-01T00:00:00Z' })).statusCode).toBe(404)
    expect((await stranger.patch(theirs, { isSwitchedOff: true })).statusCode).toBe(404)
    expect((await stranger.delete(theirs)).statusCode).toBe(404)
    expect((await stranger.get(webhooksOf(other))).json()).toEqual({ docs: [] })
  })

  test('a user who sees only their wards manages no endpoint and reads no event (INT-3, MEM-4)', async () => {
    const own = await openOrganisation({ wardAccess: 'assigned' })
    const [limited, ada] = [await own.staff('Forms OrgAdmin'), await own.staff('Admin')]
    const { webhook } = await createWebhook(own, ada, 'https://receiver.example/')
    const path = `${webhooksOf(own)}/${webhook.id}`

    const refused = { status: 409, detail: expect.stringContaining('every ward') }
    const body = { address: 'https://receiver.example/', description: 'x', eventTypes: everyType }
    expect((await limited.get(webhooksOf(own))).json()).toMatchObject(refused)
    expect((await limited.post(webhooksOf(own), body)).json()).toMatchObject(refused)
    for (const call of ['/secret', '/test', `/deliveries/${randomUUID()}/replay`])
      expect((await limited.post(path + call)).json(), call).toMatchObject(refused)
    expect((await limited.post(`${path}/replay`, { since: '2026-01-01T00:00:00Z' })).json()).toMatchObject(refused)
    expect((await limited.delete(path)).json()).toMatchObject(refused)
    expect((await limited.patch(path, { isSwitchedOff: true })).json()).toMatchObject(refused)
    expect((await limited.get(`${path}/deliveries`)).json()).toMatchObject(refused)
    expect((await limited.get('/api/tenants/events')).json()).toMatchObject(refused)
    expect((await ada.get('/api/tenants/events')).statusCode).toBe(200)
  })

  test('an organisation has a limited number of endpoints (INT-3)', async () => {
    const own = await openOrganisation()
    const ada = await own.staff('Admin')
    await own.query(
      `insert into webhook_endpoints (organisation_id, address, description, event_types, sealed_secret)
       select $1, 'https://receiver.example/', 'x', '{}', '' from generate_series(1, 20)`,
      [own.id],
    )

    expect(
      (await ada.post(webhooksOf(own), { address: 'https://r.example/', description: 'x', eventTypes: everyType })).json(),
    ).toMatchObject({
      status: 409,
      detail: expect.stringContaining('20 webhook endpoints'),
    })
  })
})
