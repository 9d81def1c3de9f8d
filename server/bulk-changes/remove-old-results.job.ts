import { z } from 'zod'

import { listOrganisationIds } from '#server/organisations/list-organisation-ids.ts'
import { systemOrganisationId, type Context } from '#server/platform/context.ts'
import type { Floor } from '#server/platform/floor.ts'
import { enqueue, job, workInSteps, workOn, type Steps } from '#server/platform/jobs.ts'

import { removeOldResults } from './bulk-results.sql.ts'

const keptFor = 30 * 86_400_000

/** Every night: asks each organisation in turn to forget what became of each request of long ago; the audit log knows. */
export const removeOldResultsEverywhereJob = job('remove-old-bulk-results-everywhere', z.object({}))
export const removeOldResultsJob = job('remove-old-bulk-results', z.object({}), { policy: 'stately' })

export async function startRemovingOldResults(floor: Floor) {
  await workOn(floor, removeOldResultsEverywhereJob, startEverywhere)
  await workInSteps(floor, removeOldResultsJob, forgetOldResults)
  await floor.boss.schedule(removeOldResultsEverywhereJob.name, '53 2 * * *', { organisationId: systemOrganisationId })
}

export async function forgetOldResults({ step, signal }: Steps) {
  const before = new Date(Date.now() - keptFor)
  while (!signal.aborted && (await step((ctx) => removeOldResults(ctx, before))));
}

async function startEverywhere(ctx: Context) {
  for (const organisationId of await listOrganisationIds(ctx))
    await enqueue({ ...ctx, organisationId }, removeOldResultsJob, {}, { key: organisationId })
}
