import { z } from 'zod'

import { listOrganisationIds } from '#server/organisations/everywhere.ts'
import { systemOrganisationId } from '#server/platform/context.ts'
import { inOrganisation } from '#server/platform/database.ts'
import type { Floor } from '#server/platform/floor.ts'
import { job, workerContext, workInSteps } from '#server/platform/jobs.ts'

import { signLanes } from './sign-lanes.ts'

export const signAuditJob = job('sign-audit', z.object({}), { policy: 'stately', retryLimit: 0 })

/** Every minute: what was written since is signed, organisation by organisation, each in a transaction of its own. */
export async function startSigningAudit(floor: Floor) {
  await workInSteps(floor, signAuditJob, async ({ step, signal }) => {
    for (const organisationId of [systemOrganisationId, ...(await step(listOrganisationIds))]) {
      if (signal.aborted) return
      await inOrganisation(floor.db, organisationId, (tx) => signLanes(workerContext(floor, organisationId, tx)))
    }
  })
  await floor.boss.schedule(signAuditJob.name, '* * * * *', { organisationId: systemOrganisationId })
}
