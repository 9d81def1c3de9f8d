import { z } from 'zod'

import { listOrganisationIds } from '#server/organisations/everywhere.ts'
import { systemOrganisationId } from '#server/platform/context.ts'
import { inOrganisation } from '#server/platform/database.ts'
import type { Services } from '#server/platform/services.ts'
import { job, workerContext, workInSteps } from '#server/platform/jobs.ts'

import { signLanes } from './sign-lanes.ts'

export const signAuditJob = job('sign-audit', z.object({}), { policy: 'stately', retryLimit: 0 })

/** Every minute: what was written since is signed, organisation by organisation, each in a transaction of its own. */
export async function startSigningAudit(services: Services) {
  await workInSteps(services, signAuditJob, async ({ step, signal }) => {
    for (const organisationId of [systemOrganisationId, ...(await step(listOrganisationIds))]) {
      if (signal.aborted) return
      await inOrganisation(services.db, organisationId, (tx) => signLanes(workerContext(services, organisationId, tx)))
    }
  })
  await services.boss.schedule(signAuditJob.name, '* * * * *', { organisationId: systemOrganisationId })
}
