import { setTimeout as sleep } from 'node:timers/promises'

import { expect, test } from 'vitest'

import { openRequest } from '#server/requests/requests.ts'
import { eventually, openOrganisation } from '#test/organisation.ts'
import { aRequest } from '#test/requests.ts'
import { openReceiver } from '#test/webhook-receiver.ts'
import { stepsOf } from '#test/worker-steps.ts'

import { startDeliveringEvents } from './deliver-events.job.ts'

/** An organisation whose form requests are opened by `open`, with an endpoint. */
async function openWithEndpoint(manner?: Parameters<typeof openReceiver>[0]) {
  const [own, receiver] = [await openOrganisation(), await openReceiver(manner)]
  const body = { address: receiver.address, description: 'Integration engine', eventTypes: ['form_request.opened'] }
  expect((await (await own.staff('Admin')).post(`/api/tenants/tenant/${own.id}/webhooks`, body)).statusCode).toBe(200)
  const open = async () => {
    const { id } = await aRequest(own)
    await stepsOf(own).step((ctx) => openRequest(ctx, id))
  }
  return { own, receiver, open }
}

test(
  'while an endpoint hangs and has more to get, the worker goes on with the endpoints of other organisations (INT-3)',
  { timeout: 40_000 },
  async () => {
    const [slow, quick] = [await openWithEndpoint(() => undefined), await openWithEndpoint()]
    const { services } = slow.own
    await startDeliveringEvents({ ...services, config: { ...services.config, ALLOW_PRIVATE_WEBHOOKS: true } })
    await slow.open()
    await eventually(async () => slow.receiver.received.length > 0)
    await slow.open()
    // By now the worker has seen the second event, while the first call still hangs.
    await sleep(3_000)
    await quick.open()
    const began = Date.now()

    await eventually(async () => quick.receiver.received.length > 0)

    expect(Date.now() - began).toBeLessThan(5_000)
  },
)
