import { describe, expect, test } from 'vitest'

import { completeRequest, openRequest } from '#server/requests/requests.ts'
import { listen } from '#test/listen.ts'
import { eventually, openOrganisation } from '#test/organisation.ts'
import { answered, aRequest } from '#test/requests.ts'
import { openReceiver } from '#test/webhook-receiver.ts'
import { stepsOf } from '#test/worker-steps.ts'

import { openFormward } from '../../docs/examples/client.ts'
import { type FormwardEvent, handleEvent, pollEvents, receiveWebhook, verifyWebhook } from '../../docs/examples/receive-events.ts'
import { startDeliveringEvents } from './deliver-events.job.ts'

/** The example of docs/systems.md against a server that listens, with the worker that delivers. */
describe('The worked example of events', () => {
  test('a receiver verifies a webhook and fetches the answers, and a system that polls gets the same events (INT-3, INT-1)', async () => {
    const { baseUrl, services } = await listen({ ALLOW_PRIVATE_WEBHOOKS: 'true' })
    const own = await openOrganisation()
    const ada = await own.staff('Admin')
    const kept: unknown[] = []
    const stored = new Map<string, FormwardEvent>()
    const settings = { secret: '' }
    const receiver = await openReceiver(async (response, { headers, body }) => {
      const status = await receiveWebhook(headers, body, settings.secret, async (event) => void stored.set(event.id, event))
      response.writeHead(status).end()
    })
    const client = (
      await ada.post(`/api/tenants/tenant/${own.id}/integration-clients`, {
        name: 'Integration engine',
        permissions: ['formRequest:read', 'event:read'],
        authentication: 'secret',
        expiresOn: new Date().toISOString().slice(0, 10),
      })
    ).json<{ client: { id: string }; secret: string }>()
    const formward = await openFormward({ address: baseUrl, clientId: client.client.id, secret: client.secret })
    const created = await ada.post(`/api/tenants/tenant/${own.id}/webhooks`, {
      address: receiver.address,
      description: 'Integration engine',
      eventTypes: ['form_request.opened', 'form_request.submitted'],
    })
    settings.secret = created.json<{ secret: string }>().secret
    const request = await aRequest(own)
    await answered(own, request, { needed: 'yes' })
    const { step } = stepsOf({ ...own, services })

    await startDeliveringEvents(services)
    await step((ctx) => openRequest(ctx, request.id))
    await step((ctx) => completeRequest(ctx, request.id))

    await eventually(async () => stored.size === 2, 30)
    for (const event of stored.values()) await handleEvent(formward, event, (answers) => kept.push(answers))
    expect(kept).toMatchObject([{ id: request.id, status: 'completed' }])
    expect(JSON.stringify(kept)).toContain('"answer":"Yes"')
    const polled: FormwardEvent[] = []
    const cursor = await pollEvents(formward, undefined, async (event) => void polled.push(event))
    expect(polled).toEqual(receiver.received.map(({ body }) => JSON.parse(body) as FormwardEvent))
    expect(polled.map(({ type }) => type)).toEqual(['form_request.opened', 'form_request.submitted'])
    expect(await pollEvents(formward, cursor, async () => expect.unreachable('There is no further event'))).toBe(cursor)

    const mayNotRead = await ada.post(`/api/tenants/tenant/${own.id}/integration-clients`, {
      name: 'Without the permission',
      permissions: ['formRequest:read'],
      authentication: 'secret',
      expiresOn: new Date().toISOString().slice(0, 10),
    })
    const refused = mayNotRead.json<{ client: { id: string }; secret: string }>()
    const other = await openFormward({ address: baseUrl, clientId: refused.client.id, secret: refused.secret })
    await expect(
      pollEvents(other, undefined, async () => {}),
      'a refused call is no empty page',
    ).rejects.toThrow(/The events could not be read: 40/)

    const [{ headers, body } = { headers: {}, body: '' }] = receiver.received
    expect(verifyWebhook(headers, body, settings.secret)).toEqual(polled[0])
    expect(verifyWebhook(headers, `${body} `, settings.secret)).toBeUndefined()
    expect(verifyWebhook(headers, body, `whsec_${Buffer.alloc(32).toString('base64')}`)).toBeUndefined()
    const old = { ...headers, 'webhook-timestamp': String(Math.floor(Date.now() / 1000) - 301) }
    expect(verifyWebhook(old, body, settings.secret)).toBeUndefined()
    expect(verifyWebhook({}, body, settings.secret)).toBeUndefined()
  })
})
