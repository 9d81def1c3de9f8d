import { z } from 'zod'

import { systemOrganisationId } from '#server/platform/context.ts'
import type { Services } from '#server/platform/services.ts'
import { job, workInSteps } from '#server/platform/jobs.ts'

import { insertAuditCheck } from '#server/platform/audit.sql.ts'
import { verifyAudit } from './verify-audit.ts'

export const verifyAuditJob = job('verify-audit', z.object({}), { policy: 'exclusive', retryLimit: 1, expireInSeconds: 6 * 3_600 })

/**
 * Verifies the whole audit log every night. The result goes to the process's log and to /metrics. The digest is logged because the log is
 * outside the database.
 */
export async function startVerifyingAudit(services: Services) {
  await workInSteps(services, verifyAuditJob, async ({ step }) => {
    const { broken, digest, events } = await verifyAudit(services)
    for (const { problem, ...place } of broken) services.log.error({ ...place, problem }, 'the audit log was altered')
    if (broken.length === 0) services.log.info({ events, digest }, 'the audit log is complete and unaltered')
    await step((ctx) => insertAuditCheck(ctx, { events, brokenLanes: broken.length }))
  })
  await services.boss.schedule(verifyAuditJob.name, '37 3 * * *', { organisationId: systemOrganisationId }, { tz: 'Europe/London' })
}
