import { z } from 'zod'

import type { Services } from '#server/platform/services.ts'
import { job, workOn } from '#server/platform/jobs.ts'
import { systemOrganisationId } from '#server/platform/system-organisation.ts'

import { deleteOldDrafts } from './drafts.sql.ts'

/** Deletes drafts older than a day, every hour. */
export const removeOldDraftsJob = job('remove-old-drafts', z.object({}), { retryLimit: 0 })

export async function startRemovingOldDrafts(services: Services) {
  await workOn(services, removeOldDraftsJob, deleteOldDrafts)
  await services.boss.schedule(removeOldDraftsJob.name, '41 * * * *', { organisationId: systemOrganisationId })
}
