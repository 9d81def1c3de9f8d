import { onTestFinished } from 'vitest'

import { createApp } from '#server/app.ts'

import { openGovukNotify } from './govuk-notify-server.ts'
import { openOrganisation } from './organisation.ts'
import { stepsOf } from './worker-steps.ts'

/** An organisation whose installation sends by GOV.UK Notify, and its calls with receipts. */
export async function openWithNotify() {
  const ward = await openOrganisation()
  const notify = await openGovukNotify()
  const services = { ...ward.services, config: { ...ward.services.config, ...notify.settings } }
  const app = await createApp({ services, identify: async () => undefined })
  onTestFinished(async () => {
    await app.close()
    await notify.close()
  })
  const steps = stepsOf({ id: ward.id, services })
  const receive = (payload: object, headers: Record<string, string> = { authorization: 'Bearer a token for receipts' }) =>
    app.inject({
      method: 'POST',
      url: '/callbacks/govuk-notify',
      headers: { 'content-type': 'application/json', ...headers },
      payload,
    })
  return { ward, notify, app, steps, receive }
}
