import { z } from 'zod'

import { listOrganisationIds } from '#server/organisations/list-organisation-ids.ts'
import { systemOrganisationId, type Context } from '#server/platform/context.ts'
import type { Floor } from '#server/platform/floor.ts'
import { enqueue, job, workInSteps, workOn } from '#server/platform/jobs.ts'

import { endOverdueRequests } from './end-requests.ts'

/** Every ten minutes: asks each organisation in turn to end what is past its time. */
export const endRequestsEverywhereJob = job('end-requests-everywhere', z.object({}))
export const endRequestsJob = job('end-requests', z.object({}), { policy: 'stately' })

export async function startEndingRequests(floor: Floor) {
  await workOn(floor, endRequestsEverywhereJob, startEverywhere)
  await workInSteps(floor, endRequestsJob, async ({ step, signal }) => {
    while (!signal.aborted && (await step(endOverdueRequests)));
  })
  await floor.boss.schedule(endRequestsEverywhereJob.name, '*/10 * * * *', { organisationId: systemOrganisationId })
}

async function startEverywhere(ctx: Context) {
  for (const organisationId of await listOrganisationIds(ctx))
    await enqueue({ ...ctx, organisationId }, endRequestsJob, {}, { key: organisationId })
}
