import { permissionsOf, roles } from '#domain/roles.ts'
import type { Context } from '#server/platform/context.ts'
import { enqueueAll } from '#server/platform/jobs.ts'
import { recordNotAlerted } from '#server/timeline/timeline.ts'
import { findFirstReading } from '#server/submissions/submissions.ts'

import { sendAlertJob } from './alert-jobs.ts'
import { claimAlert, findAlertable, insertAlerts } from './alert.sql.ts'

const admins = roles.filter((role) => permissionsOf(role).includes('tenant:update') && permissionsOf(role).includes('formRequest:read'))
const everyWard = roles.filter((role) => permissionsOf(role).includes('ward:update'))

/** Alerts the assignee, else the organisation's admins, when nobody has read answers with a red flag; once, however often it is asked. */
export async function alertUnread(ctx: Context, requestId: string) {
  if (await findFirstReading(ctx, requestId)) return
  if (await claimAlert(ctx, requestId)) await queueAlerts(ctx, requestId)
}

/** In the queue of mails to colleagues, which no quiet hours hold back. Who was not reached is passed over: then it is the admins' turn. */
export async function queueAlerts(ctx: Context, requestId: string, { unreached }: { unreached?: string } = {}) {
  const found = (await findAlertable(ctx, requestId, { admins, everyWard })).filter(({ memberId }) => memberId !== unreached)
  const assignee = found.filter(({ isAssignee }) => isAssignee)
  const chosen = assignee.length > 0 ? assignee : found
  if (chosen.length === 0)
    return recordNotAlerted(ctx, requestId, { reason: 'There is no assignee and no admin who may read the answers.' })
  const waiting = await insertAlerts(
    ctx,
    requestId,
    chosen.map(({ memberId }) => memberId),
  )
  await enqueueAll(
    ctx,
    sendAlertJob,
    waiting.map((memberId) => ({ requestId, memberId })),
  )
}
