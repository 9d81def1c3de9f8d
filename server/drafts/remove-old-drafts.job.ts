import { z } from 'zod'

import { systemOrganisationId } from '#server/platform/context.ts'
import type { Floor } from '#server/platform/floor.ts'
import { job, workOn } from '#server/platform/jobs.ts'

import { deleteOldDrafts } from './drafts.sql.ts'

/** Every hour: what was typed and not saved is not kept longer than a day. */
export const removeOldDraftsJob = job('remove-old-drafts', z.object({}), { retryLimit: 0 })

export async function startRemovingOldDrafts(floor: Floor) {
  await workOn(floor, removeOldDraftsJob, deleteOldDrafts)
  await floor.boss.schedule(removeOldDraftsJob.name, '41 * * * *', { organisationId: systemOrganisationId })
}
