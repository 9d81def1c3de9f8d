import { Gauge, type Metric } from 'prom-client'

import { inOrganisation } from '#server/platform/database.ts'
import type { Services } from '#server/platform/services.ts'
import { shareAnswer } from '#server/platform/share-answer.ts'
import { systemOrganisationId } from '#server/platform/system-organisation.ts'

import { measureMessages, measurePauses } from './measure-messages.sql.ts'

/**
 * What /metrics tells of messages, for alerts: how many there are, how long the oldest one waits, and which providers are paused. It names no
 * organisation and no patient. While the database is away it tells nothing, and the other metrics are told all the same.
 */
export function messageMetrics({ db }: Services): Metric[] {
  // All metrics are collected at the same time, so they share one measurement.
  const measure = shareAnswer(() =>
    inOrganisation(db, systemOrganisationId, async (tx) => ({
      ...(await measureMessages({ tx })),
      pauses: await measurePauses({ tx }),
    })).catch(() => undefined),
  )
  return [
    new Gauge({
      name: 'messages',
      help: 'Messages to patients, by channel and status',
      labelNames: ['channel', 'status'],
      registers: [],
      async collect() {
        const measured = await measure()
        this.reset()
        for (const { channel, status, messages } of measured?.counts ?? []) this.set({ channel, status }, messages)
      },
    }),
    new Gauge({
      name: 'oldest_due_message_age_seconds',
      help: 'How long the oldest queued message waits that is due; 0 if none waits. Letters are left out: they wait until a user prints them',
      labelNames: [],
      registers: [],
      async collect() {
        const measured = await measure()
        this.remove()
        if (measured) this.set(measured.oldestDue === null ? 0 : (Date.now() - Date.parse(measured.oldestDue)) / 1000)
      },
    }),
    new Gauge({
      name: 'paused_message_providers',
      help: 'Accounts with providers of messages that take none at the moment',
      labelNames: ['channel'],
      registers: [],
      async collect() {
        const measured = await measure()
        this.reset()
        for (const { channel, paused } of measured?.pauses ?? []) this.set({ channel }, paused)
      },
    }),
  ]
}
