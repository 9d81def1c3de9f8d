import { setTimeout as sleep } from 'node:timers/promises'

import { expect, onTestFinished, test } from 'vitest'

import { openNhsNotify } from '#test/nhs-notify/server.ts'
import { eventually, openOrganisation } from '#test/organisation.ts'
import { sendFormToPatient } from '#test/send-form-to-patient.ts'
import { stepsOf } from '#test/worker-steps.ts'

import { queueBatch } from './queue-messages.ts'
import { startSending } from './send-notification.job.ts'

test(
  'while NHS Notify holds a batch of one organisation that has more to send, the messages of another leave (NOT-3, ORG-7)',
  { timeout: 60_000 },
  async () => {
    const [slow, quick] = [await openOrganisation(), await openOrganisation()]
    const notify = await openNhsNotify()
    onTestFinished(async () => void (await notify.close()))
    await startSending({ ...slow.services, config: { ...slow.services.config, ...notify.settings } })
    const send = async (ward: typeof slow) => {
      const sent = await sendFormToPatient(ward, { method: 'nhs_app' })
      await stepsOf(ward).step((ctx) => queueBatch(ctx, 'nhs_app'))
      return sent
    }
    await send(quick)
    await eventually(async () => notify.messages().length === 1)

    notify.manners.takesMs = 40_000
    const before = notify.requests()
    await send(slow)
    await eventually(async () => notify.requests() > before)
    await send(slow)
    // By now the worker has seen the second message, while the call with the first has no answer.
    await sleep(4_000)
    notify.manners.takesMs = 0
    const began = Date.now()
    const { notificationId } = await send(quick)
    await eventually(async () => {
      const [message] = await quick.query('select status from notifications where id = $1', [notificationId])
      return message!['status'] === 'accepted'
    })

    expect(Date.now() - began).toBeLessThan(8_000)
  },
)
