import type { Context } from '#server/platform/context.ts'
import { inOrganisation } from '#server/platform/database.ts'
import { workerContext, type Steps } from '#server/platform/jobs.ts'

import { eventually, type TestOrganisation } from './organisation.ts'

/** What a worker gives a long job, without the queue. */
export const stepsOf = ({ services, id }: Pick<TestOrganisation, 'services' | 'id'>): Steps => ({
  services,
  organisationId: id,
  signal: new AbortController().signal,
  step: (work) => inOrganisation(services.db, id, (tx) => work(workerContext(services, id, tx))),
})

/** A worker whose process ends after a number of steps. */
export function dyingAfter(count: number, steps: Steps): Steps {
  let left = count
  return { ...steps, step: (work) => (left-- > 0 ? steps.step(work) : Promise.reject(new Error('killed'))) }
}

/** A worker whose first step is done and not yet committed; `commit` lets it continue in the same transaction. */
export function pausedBeforeCommit(steps: Steps, last: (ctx: Context) => Promise<unknown> = async () => {}) {
  const [reached, released] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()]
  let isFirst = true
  const step: Steps['step'] = (work) =>
    steps.step(async (ctx) => {
      const done = await work(ctx)
      if (isFirst) {
        isFirst = false
        reached.resolve()
        await released.promise
        await last(ctx)
      }
      return done
    })
  return { steps: { ...steps, step }, paused: reached.promise, commit: released.resolve }
}

/** As if the tries of messages whose result is not known had begun so long ago that no worker waits for the answer any more. */
export const endTries = (ward: Pick<TestOrganisation, 'query' | 'id'>) =>
  ward.query("update notifications set try_began_at = try_began_at - interval '2 minutes' where organisation_id = $1", [ward.id])

/** When so many transactions of this test file's database wait for a row of another's. */
export const untilWaiting = (ward: Pick<TestOrganisation, 'query'>, count: number) =>
  eventually(async () => {
    const waiting = await ward.query(
      "select pid from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock' and wait_event in ('tuple', 'transactionid')",
    )
    return waiting.length >= count
  })
