import { setTimeout as sleep } from 'node:timers/promises'

import { PgBoss } from 'pg-boss'

import { sendRemindersJobs } from '#server/requests/send-reminders.job.ts'
import { tryNextMethodsJobs } from '#server/notifications/try-next-methods.job.ts'
import type { World } from '#test/survival/round-context.ts'

import { answerForm } from './answering.ts'
import { Passing, persist } from './persist.ts'

/** Later than a message may stay unread, and later than the first reminder is due (test-data.ts). */
const passedHours = 75

/** Lets days pass for every message that has left, as the database sees it. The processes stand still meanwhile. */
export const letTimePass = ({ installation: { ask }, organisationId }: World, since: string) =>
  persist('moving times', async () => {
    const hours = `interval '${passedHours} hours'`
    await ask(
      `with moved as (
         update notifications n set sent_at = n.sent_at - ${hours} from form_requests r
         where n.organisation_id = $1 and n.sent_at is not null
           and r.organisation_id = n.organisation_id and r.id = n.request_id and r.created_at > $2)
       update form_requests set notified_at = notified_at - ${hours}, sent_again_at = sent_again_at - ${hours}
       where organisation_id = $1 and created_at > $2 and notified_at is not null`,
      [organisationId, since],
    ).catch((error: Error) => Promise.reject(new Passing(error.message)))
  })

/** Starts the jobs that look for what is due now, as their schedules do. */
export async function lookForDue({ installation: { url }, organisationId }: World) {
  for (const { name } of [tryNextMethodsJobs.inOne, sendRemindersJobs.inOne])
    await persist('starting a job', async () => {
      const boss = new PgBoss({ connectionString: url, max: 1, supervise: false, schedule: false, migrate: false })
      boss.on('error', () => {}) // the database may be killed; the call then fails
      try {
        await boss.start()
        await boss.send(name, { organisationId }, { group: { id: organisationId }, singletonKey: organisationId })
      } catch (error) {
        throw new Passing((error as Error).message)
      } finally {
        await boss.stop({ graceful: false }).catch(() => {})
      }
    })
}

/** Messages that were not read are followed by the next method, and reminders go out, while some patients answer just now. */
export async function workThroughDue(world: World, requestIds: string[]) {
  const lookTwice = async () => {
    await lookForDue(world)
    // A second look while the first is under way.
    await sleep(world.random.between(0, 3_000))
    await lookForDue(world)
  }
  await Promise.all([
    lookTwice(),
    ...requestIds.map(async (id) => {
      await sleep(world.random.between(0, world.isQuick ? 1_500 : 6_000))
      await answerForm(world, id, { isWhole: true })
    }),
  ])
}

/** Unopened requests of the latest import, to be answered while messages about them are due. */
export async function findUnopened({ installation: { ask }, organisationId, ledger }: World, count: number) {
  const rows = await persist('looking for unopened requests', () =>
    ask<{ id: string }>(
      `select id from form_requests where organisation_id = $1 and import_job_id = $2 and status = 'unopened' order by id limit $3`,
      [organisationId, ledger.imports.at(-1)?.id, count],
    ).catch((error: Error) => Promise.reject(new Passing(error.message))),
  )
  return rows.map(({ id }) => id)
}
