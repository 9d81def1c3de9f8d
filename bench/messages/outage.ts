import { setTimeout as sleep } from 'node:timers/promises'

import pg from 'pg'

import { migrate } from '#database/migrate.ts'
import { makeQueues } from '#server/workers.ts'

import type { Bench } from '../harness/bench.ts'
import { cpuOf } from '../harness/cpu.ts'
import { startServer } from '../harness/server.ts'
import { openGovukNotifyProvider, openNhsNotifyProvider } from './providers.ts'
import { queueMessages } from './queue-messages.ts'

const perMinute = 60_000
/** How long nothing may arrive after the providers are back before the measurement gives up, in milliseconds. The longest pause of a channel is shorter. */
const patienceMs = 1_200_000

/**
 * Every provider is away for so many minutes while messages wait for both: SMS for GOV.UK Notify and NHS App messages for NHS Notify. Nobody
 * does anything when they are back. Runs only when it is asked for, because it takes as long as the outage (`--outage 60`).
 */
export const benchOutage: Bench = async ({ cluster, size, isQuick, outageMinutes = 1, say }) => {
  await cluster.fill(size)
  const filled = await cluster.copy(size)
  await migrate(filled.url, makeQueues)
  const [sms, app] = [await openGovukNotifyProvider(perMinute), await openNhsNotifyProvider(perMinute)]
  const settings = { ...app.settings, ...sms.settings, NOTIFICATION_TRANSPORT: 'govuk-notify,nhs-notify' }
  const count = isQuick ? 20_000 : 50_000
  const client = new pg.Client({ connectionString: filled.url })
  try {
    for (const provider of [sms, app]) provider.goAway()
    const requestIds: string[] = []
    for (const method of ['sms', 'nhs_app'] as const) requestIds.push(...(await queueMessages(filled, method, count, settings)))
    await client.connect()
    const server = await startServer(filled.url, {
      apis: 0,
      workers: 1,
      environment: { ...settings, PUBLIC_URL: 'http://localhost:3000', LOG_LEVEL: 'error' },
    })
    try {
      say(`${(2 * count).toLocaleString('en-GB')} messages wait, and no provider answers for ${outageMinutes} minutes`)
      const memory = server.watchMemory()
      const [cpuBefore, triesBefore] = [cpuOf(server.pids), sms.calls() + app.calls()]
      await sleep(outageMinutes * 60_000)
      const [cpu, tries] = [cpuOf(server.pids) - cpuBefore, sms.calls() + app.calls() - triesBefore]
      for (const provider of [sms, app]) provider.comeBack()
      const back = performance.now()
      say('they answer again')
      const arrived = () => sms.arrived() + app.arrived()
      let first: number | undefined
      const states = async () => {
        const { rows } = await client.query<{ waiting: number; failed: number; sent: number }>(
          `select count(*) filter (where status = 'queued')::int as waiting, count(*) filter (where status = 'failed')::int as failed,
             count(*) filter (where status in ('accepted', 'sent', 'delivered'))::int as sent
           from notifications where organisation_id = $1 and request_id = any($2)`,
          [filled.organisation.id, requestIds],
        )
        return rows[0]!
      }
      for (
        let [known, since] = [0, Date.now()];
        (arrived() < 2 * count || (await states()).waiting > 0) && Date.now() - since < patienceMs;
        await sleep(1_000)
      ) {
        if (arrived() > 0) first ??= performance.now()
        if (arrived() > known) [known, since] = [arrived(), Date.now()]
      }
      const end = performance.now()
      const distinct = new Set([...sms.references(), ...app.references()]).size
      const { waiting, failed, sent } = await states()
      const [twice, lost] = [arrived() - distinct, 2 * count - distinct]
      const workerMb = Math.max(...memory.end().each)
      return [
        {
          title: 'An outage of every provider',
          about:
            'Messages wait for both providers, which close every connection without an answer for the whole outage. Then they answer again, and nobody does anything. Calls and processor time are those during the outage. Limits: no message twice, none lost, none given up, and the first leaves within 15 minutes of the return.',
          rows: [
            {
              what: `${(2 * count).toLocaleString('en-GB')} messages, ${outageMinutes} minutes`,
              values: {
                calls: tries,
                'worker ms a minute': cpu / outageMinutes,
                'worker MB': workerMb,
                'first after s': first === undefined ? '–' : (first - back) / 1_000,
                'all after s': (end - back) / 1_000,
                'recorded as taken': sent,
                waiting,
                failed,
                twice,
                lost,
              },
              isPastLimit:
                first === undefined || first - back > 900_000 || twice > 0 || lost > 0 || failed > 0 || waiting > 0 || workerMb > 400,
            },
          ],
        },
      ]
    } finally {
      await server.stop()
    }
  } finally {
    await client.end()
    for (const provider of [sms, app]) await provider.close()
    await filled.drop()
  }
}
