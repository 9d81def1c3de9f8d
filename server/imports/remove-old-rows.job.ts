import { z } from 'zod'

import { listOrganisationIds } from '#server/organisations/list-organisation-ids.ts'
import { systemOrganisationId, type Context } from '#server/platform/context.ts'
import type { Floor } from '#server/platform/floor.ts'
import { enqueue, job, workInSteps, workOn, type Steps } from '#server/platform/jobs.ts'

import { removeOldRows } from './old-rows.sql.ts'

const keptFor = 30 * 86_400_000

/** Every night: asks each organisation in turn to forget what the spreadsheets of long ago said. */
export const removeOldRowsEverywhereJob = job('remove-old-import-rows-everywhere', z.object({}))
export const removeOldRowsJob = job('remove-old-import-rows', z.object({}), { policy: 'stately' })

export async function startRemovingOldRows(floor: Floor) {
  await workOn(floor, removeOldRowsEverywhereJob, startEverywhere)
  await workInSteps(floor, removeOldRowsJob, forgetOldRows)
  await floor.boss.schedule(removeOldRowsEverywhereJob.name, '41 2 * * *', { organisationId: systemOrganisationId })
}

export async function forgetOldRows({ step, signal }: Steps) {
  const before = new Date(Date.now() - keptFor)
  while (!signal.aborted && (await step((ctx) => removeOldRows(ctx, before))));
}

async function startEverywhere(ctx: Context) {
  for (const organisationId of await listOrganisationIds(ctx))
    await enqueue({ ...ctx, organisationId }, removeOldRowsJob, {}, { key: organisationId })
}
