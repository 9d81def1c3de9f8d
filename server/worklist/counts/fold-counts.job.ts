import { z } from 'zod'

import { foldMessageChanges } from '#server/messages/messages.ts'
import { listOrganisationIds } from '#server/organisations/organisations.ts'
import { systemOrganisationId } from '#server/platform/context.ts'
import { inOrganisation } from '#server/platform/database.ts'
import type { Services } from '#server/platform/services.ts'
import { job, workInSteps } from '#server/platform/jobs.ts'

import { foldChanges, foldWaitingListChanges } from './request-counts.sql.ts'

/** Folds changes into the stored counts every minute, so that readers have few rows to add. The counts are correct without it. */
export const foldCountsJob = job('fold-counts', z.object({}), { retryLimit: 0 })

export async function startFoldingCounts(services: Services) {
  await workInSteps(services, foldCountsJob, async ({ step, signal }) => {
    for (const organisationId of await step(listOrganisationIds))
      if (!signal.aborted) {
        await inOrganisation(services.db, organisationId, (tx) => foldChanges({ tx }))
        await inOrganisation(services.db, organisationId, (tx) => foldMessageChanges({ tx }))
        await inOrganisation(services.db, organisationId, (tx) => foldWaitingListChanges({ tx }))
      }
  })
  await services.boss.schedule(foldCountsJob.name, '* * * * *', { organisationId: systemOrganisationId })
}
