import { z } from 'zod'

import { listOrganisationIds } from '#server/organisations/list-organisation-ids.ts'
import { systemOrganisationId, type Context } from '#server/platform/context.ts'
import type { Floor } from '#server/platform/floor.ts'
import { enqueue, job, workInSteps, workOn } from '#server/platform/jobs.ts'

import { deleteExpiredFiles } from './export-jobs.sql.ts'

/** Every hour: asks each organisation in turn to remove the files of exports past their time. */
export const removeExpiredFilesEverywhereJob = job('remove-expired-files-everywhere', z.object({}))
export const removeExpiredFilesJob = job('remove-expired-files', z.object({}), { policy: 'stately' })

export async function startRemovingExpiredFiles(floor: Floor) {
  await workOn(floor, removeExpiredFilesEverywhereJob, startEverywhere)
  await workInSteps(floor, removeExpiredFilesJob, async ({ step, signal }) => {
    while (!signal.aborted && (await step(deleteExpiredFiles)));
  })
  await floor.boss.schedule(removeExpiredFilesEverywhereJob.name, '17 * * * *', { organisationId: systemOrganisationId })
}

async function startEverywhere(ctx: Context) {
  // Exports across organisations are kept in the system's own.
  for (const organisationId of [...(await listOrganisationIds(ctx)), systemOrganisationId])
    await enqueue({ ...ctx, organisationId }, removeExpiredFilesJob, {}, { key: organisationId })
}
