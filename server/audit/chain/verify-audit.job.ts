import { z } from 'zod'

import { systemOrganisationId } from '#server/platform/context.ts'
import type { Floor } from '#server/platform/floor.ts'
import { job, workInSteps } from '#server/platform/jobs.ts'

import { insertAuditCheck } from '#server/platform/audit-checks.sql.ts'
import { verifyAudit } from './verify-audit.ts'

export const verifyAuditJob = job('verify-audit', z.object({}), { policy: 'stately', retryLimit: 1, expireInSeconds: 6 * 3_600 })

/** Every night: reads the whole log. What is found goes to the process's log and /metrics; its digest is then kept where the database cannot reach. */
export async function startVerifyingAudit(floor: Floor) {
  await workInSteps(floor, verifyAuditJob, async ({ step }) => {
    const { broken, digest, events } = await verifyAudit(floor)
    for (const { problem, ...place } of broken) floor.log.error({ ...place, problem }, 'the audit log was tampered with')
    if (broken.length === 0) floor.log.info({ events, digest }, 'the audit log is whole')
    await step((ctx) => insertAuditCheck(ctx, { events, brokenLanes: broken.length }))
  })
  await floor.boss.schedule(verifyAuditJob.name, '37 3 * * *', { organisationId: systemOrganisationId }, { tz: 'Europe/London' })
}
