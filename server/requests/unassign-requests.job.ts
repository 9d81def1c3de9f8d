import { unassignRequestsJob } from '#server/organisations/organisations.ts'
import { auditAll } from '#server/platform/audit.sql.ts'
import type { Context } from '#server/platform/context.ts'
import { concurrency, type Steps, workInSteps } from '#server/platform/jobs.ts'
import type { Services } from '#server/platform/services.ts'
import { insertEventsOf } from '#server/timeline/timeline.ts'

import { lockNotSeen } from './assignees.sql.ts'
import { changeRequests } from './request-rows.sql.ts'

export const startUnassigningRequests = (services: Services) =>
  workInSteps(services, unassignRequestsJob, unassignRequests, concurrency.long)

const batchSize = 500

/** The form requests of one assignee or of one patient. Neither: all of the organisation. */
type Scope = { memberId?: string | undefined; patientId?: string | undefined }

/**
 * Unassigns open and completed form requests that their assignee no longer sees, one batch in each transaction, so that colleagues find them among the
 * unassigned ones. Each batch checks anew what the assignee sees, and an unassigned form request is not found again: a killed job continues, and one
 * that comes after the change was undone does nothing.
 */
export async function unassignRequests({ step, signal }: Pick<Steps, 'step' | 'signal'>, scope: Scope) {
  let after: string | undefined
  do {
    signal.throwIfAborted()
    after = await step((ctx) => unassignBatch(ctx, scope, after))
  } while (after !== undefined)
}

/** Returns the last id of the batch; undefined when there may be no more. */
async function unassignBatch(ctx: Context, scope: Scope, after: string | undefined) {
  const { notSeen: found, last } = await lockNotSeen(ctx, scope, { after, limit: batchSize })
  if (found.length === 0) return last
  await changeRequests(
    ctx,
    found.map(({ id }) => id),
    { assigneeId: null },
  )
  const subjects = found.map(({ id, patientId, assigneeId }) => ({
    subjectId: id,
    patientId,
    detail: { memberId: assigneeId, reason: 'The user can no longer see this form request.' },
  }))
  await insertEventsOf(ctx, 'unassigned', subjects)
  await auditAll(ctx, 'formRequestUnassigned', subjects)
  return last
}
