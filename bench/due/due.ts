import { setTimeout as sleep } from 'node:timers/promises'

import pg from 'pg'

import { migrate } from '#database/migrate.ts'
import { readConfig } from '#server/config.ts'
import { tryNextMethods } from '#server/notifications/try-next-methods.job.ts'
import { openServices } from '#server/open-services.ts'
import { inOrganisation } from '#server/platform/database.ts'
import { type Steps, workerContext } from '#server/platform/jobs.ts'
import { sendReminders } from '#server/requests/send-reminders.job.ts'
import { makeQueues } from '#server/workers.ts'
import { production } from '#test/production.ts'

import type { Bench } from '../harness/bench.ts'
import type { Filled } from '../harness/cluster.ts'
import type { Measurement } from '../harness/results.ts'
import { setNextMethodsDue, setRemindersDue } from './set-due.ts'

/** Rows and index entries that may be read for each message that is queued. A message needs its request, patient, form and messages. */
const maxRowsRead = 60
/** How much more may be read for each of many than for each of few. */
const maxGrowth = 1.5

type Job = {
  what: string
  /** Makes so many messages due, and none else. */
  setDue: (client: pg.Client, organisationId: string, count: number) => Promise<void>
  run: (steps: Steps) => Promise<unknown>
}

const jobs: Job[] = [
  { what: 'reminders', setDue: setRemindersDue, run: (steps) => sendReminders(steps) },
  { what: 'next methods', setDue: setNextMethodsDue, run: (steps) => tryNextMethods(steps) },
]

/** What the jobs read that look for due messages among those of a million form requests: the rows that are due, and not the others. */
export const benchDue: Bench = async ({ cluster, size, isQuick, say }) => {
  await cluster.fill(size)
  const rows: Measurement[] = []
  for (const { what, setDue, run } of jobs) {
    const filled = await cluster.copy(size)
    try {
      await migrate(filled.url, makeQueues)
      let before: number | undefined
      for (const count of isQuick ? [100, 2_000] : [1_000, 100_000]) {
        say(`${count} ${what}`)
        const { queued, read, milliseconds, readAgain } = await measure(filled, count, setDue, run)
        const each = read / queued
        rows.push({
          what: `${count.toLocaleString('en-GB')} ${what}`,
          values: {
            queued,
            'rows read for each': each,
            ms: milliseconds,
            'ms for each': milliseconds / queued,
            'rows read by the run after it': readAgain,
            limit: `${maxRowsRead} rows for each, ${maxGrowth} × those for few`,
          },
          isPastLimit: queued < count || each > maxRowsRead || each > maxGrowth * (before ?? each),
        })
        before = each
      }
    } finally {
      await filled.drop()
    }
  }
  return [
    {
      title: 'Jobs that look for due messages',
      about: `The jobs that queue reminders and next methods, in an organisation with ${size.toLocaleString('en-GB')} form requests of which so many are due. “Rows read” are the rows and index entries of form requests, messages and patients that PostgreSQL read, from its own statistics.`,
      rows,
    },
  ]
}

async function measure({ url, organisation }: Filled, count: number, setDue: Job['setDue'], run: Job['run']) {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  const services = await openServices(readConfig({ ...production, DATABASE_URL: url, LOG_LEVEL: 'error' }), { url, ownerUrl: url })
  try {
    await setDue(client, organisation.id, count)
    const steps: Steps = {
      services,
      organisationId: organisation.id,
      signal: services.ending,
      step: (work) => inOrganisation(services.db, organisation.id, (tx) => work(workerContext(services, organisation.id, tx))),
    }
    const [first, began] = [await look(client), performance.now()]
    await run(steps)
    const milliseconds = performance.now() - began
    const second = await look(client)
    await run(steps)
    const third = await look(client)
    return {
      queued: second.queued - first.queued,
      read: second.read - first.read,
      milliseconds,
      readAgain: third.read - second.read,
    }
  } finally {
    await services.close()
    await client.end()
  }
}

/** A connection reports what it read within a second or, when it is idle, ten. */
const reportedAfterMs = 11_000

async function look(client: pg.Client) {
  await sleep(reportedAfterMs)
  await client.query('select pg_stat_clear_snapshot()')
  const { rows } = await client.query<{ read: string; queued: string }>(`
    select (select sum(idx_tup_read) from pg_stat_user_indexes where relname in ('form_requests', 'notifications', 'patients'))
        + (select sum(seq_tup_read) from pg_stat_user_tables where relname in ('form_requests', 'notifications', 'patients')) as read,
      (select count(*) from notifications where status = 'queued') as queued`)
  return { read: Number(rows[0]!.read), queued: Number(rows[0]!.queued) } // an aggregate has one row
}
