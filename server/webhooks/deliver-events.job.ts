import { z } from 'zod'

import { eventDays } from '#domain/events.ts'
import type { Context } from '#server/platform/context.ts'
import { inOrganisation } from '#server/platform/database.ts'
import { isDatabaseUnavailable } from '#server/platform/database-problem.ts'
import { describeError } from '#server/platform/errors.ts'
import { keepLookingForWork } from '#server/platform/due-work.ts'
import { concurrency, enqueue, job, workerContext, workInSteps } from '#server/platform/jobs.ts'
import type { Services } from '#server/platform/services.ts'
import { systemOrganisationId } from '#server/platform/system-organisation.ts'

import { listDueEndpoints } from './deliveries.sql.ts'
import { deliverEvents } from './deliver-events.ts'
import { deleteOldEvents, assignPositions, takeDueChecks, scheduleCheck } from './events.sql.ts'

/**
 * One job for each endpoint, queued or running: a slow endpoint holds up no other. Not `stately`, which lets a second one be queued: a worker that
 * fetches the second one while the first runs gets nothing, for any endpoint.
 */
const deliverEventsJob = job('deliver-events', z.object({ endpointId: z.uuid() }), { policy: 'exclusive' })
const removeOldEventsJob = job('remove-old-events', z.object({}), { retryLimit: 0 })

export const deliverEventsJobs = { deliverEventsJob, removeOldEventsJob }

/** When a running job may not have seen everything, the organisation is looked at again after so long. */
const checkAgainMs = 2_000
/** Events that get their positions, and old events that are removed, in one transaction. */
const [orderBatchSize, removeBatchSize] = [2_000, 5_000]

export async function startDeliveringEvents(services: Services) {
  await workInSteps(services, deliverEventsJob, (steps, { endpointId }) => deliverEvents(steps, endpointId), concurrency.sending)
  await workInSteps(services, removeOldEventsJob, async ({ step, signal }) => {
    for (let removed = removeBatchSize; removed === removeBatchSize && !signal.aborted;)
      removed = await step((ctx) => deleteOldEvents(ctx, eventDays, removeBatchSize))
  })
  await services.boss.schedule(removeOldEventsJob.name, '23 * * * *', { organisationId: systemOrganisationId })
  // Not a job: if every act enqueued a job, the acts of an organisation would wait for each other.
  keepLookingForWork(services, (organisationIds) => orderEvents(services, organisationIds))
}

/**
 * Gives the new events of these organisations their positions, and queues the endpoints that have deliveries due. An organisation that fails holds up
 * no other one.
 */
export async function orderEvents(services: Services, organisationIds: readonly string[]) {
  const { db, ending, log, config } = services
  for (const organisationId of organisationIds) {
    if (ending.aborted) return
    try {
      await inOrganisation(db, organisationId, (tx) => orderEventsOf(workerContext(services, organisationId, tx)))
    } catch (error) {
      if (ending.aborted || isDatabaseUnavailable(error)) throw error
      log.error({ job: 'order-events', organisationId, ...describeError(error, config) }, 'job failed')
    }
  }
}

async function orderEventsOf(ctx: Context) {
  if (!(await takeDueChecks(ctx))) return
  if ((await assignPositions(ctx, orderBatchSize)) === orderBatchSize) await scheduleCheck(ctx, new Date())
  let isAnyBusy = false
  for (const endpointId of await listDueEndpoints(ctx))
    isAnyBusy = (await enqueue(ctx, deliverEventsJob, { endpointId }, { key: endpointId })) === null || isAnyBusy
  // A job that runs may not have seen what is due, so this looks again.
  if (isAnyBusy) await scheduleCheck(ctx, new Date(Date.now() + checkAgainMs))
}
