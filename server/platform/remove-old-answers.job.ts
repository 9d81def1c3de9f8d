import { z } from 'zod'

import { deleteOldAnswers } from './idempotency.sql.ts'
import { job, workOn } from './jobs.ts'
import type { Services } from './services.ts'
import { systemOrganisationId } from './system-organisation.ts'

/** Deletes answers to calls with an Idempotency-Key after a day, every hour. */
export const removeOldAnswersJob = job('remove-old-answers', z.object({}), { retryLimit: 0 })

export async function startRemovingOldAnswers(services: Services) {
  await workOn(services, removeOldAnswersJob, deleteOldAnswers)
  await services.boss.schedule(removeOldAnswersJob.name, '47 * * * *', { organisationId: systemOrganisationId })
}
