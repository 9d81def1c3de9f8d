import { z } from 'zod'

import type { Services } from '#server/platform/services.ts'
import { job, workOn } from '#server/platform/jobs.ts'
import { systemOrganisationId } from '#server/platform/system-organisation.ts'

import { deleteExpired } from './remove-expired.sql.ts'

export const removeExpiredJob = job('remove-expired-sign-ins', z.object({}), { retryLimit: 0 })

/** Every ten minutes: one person's shift leaves some 150 used refresh tokens behind, and every call a proof. */
export async function startRemovingExpired(services: Services) {
  await workOn(services, removeExpiredJob, deleteExpired)
  await services.boss.schedule(removeExpiredJob.name, '*/10 * * * *', { organisationId: systemOrganisationId })
}
