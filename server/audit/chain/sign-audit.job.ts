import { z } from 'zod'

import { workWhereDue } from '#server/organisations/organisations.ts'
import type { Context } from '#server/platform/context.ts'
import { job, oneAtATime, stepIn, type Steps, workInSteps } from '#server/platform/jobs.ts'
import type { Services } from '#server/platform/services.ts'
import { systemOrganisationId } from '#server/platform/system-organisation.ts'

import { findGrownLanes, lockSigning, insertCheckpoint } from './chain.sql.ts'
import { signatureOf } from './event-hash.ts'

export const signAuditJob = job('sign-audit', z.object({}), { policy: 'exclusive', retryLimit: 0 })

/** Signs new events every minute, each organisation in its own transaction. */
export async function startSigningAudit(services: Services) {
  const signWhereDue = (steps: Steps) => workWhereDue(steps, signAuditJob, (organisationId) => stepIn(services, organisationId)(signLanes))
  await workInSteps(services, signAuditJob, signWhereDue, oneAtATime)
  await services.boss.schedule(signAuditJob.name, '* * * * *', { organisationId: systemOrganisationId })
}

/** Signs the last event of every lane of an organisation. */
export async function signLanes(ctx: Context) {
  await lockSigning(ctx)
  for (const { previous, ...lane } of await findGrownLanes(ctx))
    await insertCheckpoint(ctx, { ...lane, signature: signatureOf(ctx.services.keys, ctx.organisationId, lane, previous) })
}
