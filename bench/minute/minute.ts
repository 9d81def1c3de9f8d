import { setTimeout as sleep } from 'node:timers/promises'

import pg from 'pg'

import { systemOrganisationId } from '#server/platform/system-organisation.ts'

import type { Bench } from '../harness/bench.ts'
import { type Costs, openCosts } from '../harness/costs.ts'
import type { Measurement } from '../harness/results.ts'
import { startServer } from '../harness/server.ts'
import { watchStatements } from '../harness/statements.ts'
import { fillSmallOrganisations } from './fill-small-organisations.ts'

/** What the jobs of a minute may take together, in seconds. */
const maxSeconds = 2
const changedOrganisations = 50
/** Jobs are inserted and finished by the worker; this often the measurement looks whether all are done. */
const lookEveryMs = 50
const longestMinutes = 20

type Schedule = { name: string; cron: string }
type Case = { what: string; choose: (hourly: readonly Schedule[]) => Schedule[]; isChanged?: boolean }

const everyMinute = (hourly: readonly Schedule[]) => hourly.filter(({ cron }) => minutesOf(cron).length === 60)
const cases: Case[] = [
  { what: 'the jobs of every minute, nothing to do', choose: everyMinute },
  { what: `the jobs of every minute, a change in ${changedOrganisations} organisations`, choose: everyMinute, isChanged: true },
  { what: 'the fullest minute of an hour, nothing due', choose: fullestMinute },
  { what: 'all jobs of an hour at once, nothing due', choose: (hourly) => [...hourly] },
]

/** The jobs of the minute that has the most of them. */
function fullestMinute(hourly: readonly Schedule[]) {
  const minutes = Array.from({ length: 60 }, (_, minute) => hourly.filter(({ cron }) => minutesOf(cron).includes(minute)))
  return minutes.toSorted((one, other) => other.length - one.length)[0]!
}

/** The minutes of an hour at which a job starts: its cron expression has a number, a star, or every so many minutes from one to another. */
function minutesOf(cron: string) {
  const [, from, until, step] = /^(?:\*|(\d+))(?:-(\d+))?(?:\/(\d+))? /.exec(cron)!
  const first = Number(from ?? 0)
  const last = Number(until ?? (from === undefined ? 59 : first))
  return Array.from({ length: 60 }, (_, minute) => minute).filter(
    (minute) => minute >= first && minute <= last && (minute - first) % Number(step ?? 1) === 0,
  )
}

/** What the scheduled jobs cost in an installation with very many small organisations of which hardly any has something to do. */
export const benchMinute: Bench = async ({ cluster, isQuick, say }) => {
  const organisations = isQuick ? 500 : 5_000
  const { url, drop } = await cluster.empty()
  const statements = watchStatements()
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  try {
    await fillSmallOrganisations(url, organisations)
    say(`${organisations} organisations are filled`)
    const server = await startServer(url, { apis: 0, workers: 1, environment: statements.environment })
    const costs = await openCosts({ url, pids: server.pids, statements })
    try {
      const { rows: schedules } = await client.query<Schedule>('delete from pgboss.schedule returning name, cron')
      const hourly = schedules.filter(({ cron }) => cron.split(' ')[1] === '*')
      await run(client, everyMinute(hourly)) // signs the events of the filling
      const rows: Measurement[] = []
      for (const { what, choose, isChanged } of cases) {
        say(what)
        if (isChanged) await changeSome(client)
        const measuring = await costs.begin()
        const done = await run(client, choose(hourly))
        rows.push(rowOf(what, done, await measuring.end()))
      }
      return [
        {
          title: `Scheduled jobs of ${organisations.toLocaleString('en-GB')} small organisations`,
          about:
            'From the start of the first scheduled job to the end of the last job that follows from them, with one worker. Statements and processor time are those of the worker and of PostgreSQL, with what an idle worker asks in that time.',
          rows,
        },
      ]
    } finally {
      await costs.close()
      await server.stop()
    }
  } finally {
    await client.end()
    statements.close()
    await drop()
  }
}

const rowOf = (what: string, done: { seconds: number; jobs: number }, costs: Costs): Measurement => ({
  what,
  values: {
    ...done,
    statements: costs.statements,
    'worker ms': costs.processMs,
    'PostgreSQL ms': costs.databaseMs,
    limit: `${maxSeconds} s`,
  },
  isPastLimit: done.seconds > maxSeconds,
})

/** Queues these jobs and waits until they and all that they queue have ended. The worker, which is told nothing, takes them within two seconds. */
async function run(client: pg.Client, schedules: readonly Schedule[]) {
  const { rows: begun } = await client.query<{ now: Date }>('select clock_timestamp() as now')
  for (const { name } of schedules)
    await client.query(
      `insert into pgboss.job (name, data, policy, singleton_key, expire_seconds, deletion_seconds, retry_limit, keep_until)
       select name, jsonb_build_object('organisationId', $2::text), policy, null, expire_seconds, deletion_seconds, 0, now() + interval '1 day'
       from pgboss.queue where name = $1`,
      [name, systemOrganisationId],
    )
  for (let looks = 0; looks < (longestMinutes * 60_000) / lookEveryMs; looks++) {
    await sleep(lookEveryMs)
    const { rows } = await client.query<{ waiting: string }>(
      `select count(*) as waiting from pgboss.job where state < 'completed' and name not like '\\_\\_pgboss%'`,
    )
    if (Number(rows[0]!.waiting) > 0) continue
    const { rows: ended } = await client.query<{ seconds: number; jobs: number; failed: number }>(
      `select extract(epoch from max(completed_on) - min(started_on))::float8 as seconds, count(*)::int as jobs, (count(*) filter (where state = 'failed'))::int as failed
       from pgboss.job where created_on >= $1 and name not like '\\_\\_pgboss%'`,
      [begun[0]!.now],
    )
    const { seconds, jobs, failed } = ended[0]! // an aggregate has one row
    if (failed > 0) throw new Error(`${failed} of ${jobs} jobs failed`)
    return { seconds, jobs }
  }
  throw new Error(`The jobs did not end within ${longestMinutes} minutes`)
}

/** An urgent form request and its event, in some organisations. */
async function changeSome(client: pg.Client) {
  await client.query(
    `with chosen as (select id from organisations where not is_system order by id limit $1),
     changed as (
       update form_requests r set is_urgent = not is_urgent from chosen c where r.organisation_id = c.id and r.status = 'opened' returning organisation_id)
     insert into audit_events (organisation_id, event_type, actor_kind) select organisation_id, 'formRequestUpdated', 'worker' from changed`,
    [changedOrganisations],
  )
}
