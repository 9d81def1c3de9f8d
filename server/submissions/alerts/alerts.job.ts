import { formatDateTime } from '#domain/moments.ts'
import { permissionsOf, roles } from '#domain/roles.ts'
import { deliverStaffMail } from '#server/notifications/notifications.ts'
import { audit } from '#server/platform/audit.sql.ts'
import type { Context } from '#server/platform/context.ts'
import { concurrency, enqueueAll, type Steps, workInSteps, workOn } from '#server/platform/jobs.ts'
import type { Services } from '#server/platform/services.ts'
import { findFirstReadings } from '#server/submissions/submissions.ts'
import { recordAlerted, recordAlertHeldInOutbox, recordNotAlerted } from '#server/timeline/timeline.ts'

import { alertUnreadJob, sendAlertJob } from './alert-jobs.ts'
import { claimAlert, findAlertable, findWaitingAlert, insertAlerts, finishAlert } from './alert.sql.ts'

export async function startAlerting(services: Services) {
  await workOn(services, alertUnreadJob, (ctx, { requestId }) => alertUnread(ctx, requestId))
  await workInSteps(services, sendAlertJob, sendAlert, concurrency.sending)
}

const admins = roles.filter((role) => permissionsOf(role).includes('tenant:update') && permissionsOf(role).includes('formRequest:read'))

/** Alerts the assignee, else the organisation's admins, about unread answers with a red flag. Runs once for each alert. */
export async function alertUnread(ctx: Context, requestId: string) {
  if ((await findFirstReadings(ctx, [requestId])).size > 0) return
  if (await claimAlert(ctx, requestId)) await queueAlerts(ctx, requestId)
}

/**
 * Queues the emails, which sending hours do not delay. If the assignee was not reached, the admins are alerted. The user who typed the answers for
 * the patient is alerted only if nobody else can be.
 */
export async function queueAlerts(ctx: Context, requestId: string, { unreached }: { unreached?: string } = {}) {
  const found = (await findAlertable(ctx, requestId, admins)).filter(({ memberId }) => memberId !== unreached)
  const others = found.filter(({ isTypist }) => !isTypist)
  const alertable = others.length > 0 ? others : found
  const assignee = alertable.filter(({ isAssignee }) => isAssignee)
  const chosen = assignee.length > 0 ? assignee : alertable
  if (chosen.length === 0) return recordNotAlerted(ctx, requestId, { reason: 'No assignee or admin has permission to view the answers.' })
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

type Alert = { requestId: string; memberId: string }

/** Sends one alert to one colleague, once. If their address is refused, the admins are alerted instead. */
export const sendAlert = (steps: Pick<Steps, 'step' | 'services'>, alert: Alert) =>
  deliverStaffMail(steps, (ctx) => compose(ctx, alert), {
    onKept: async (ctx) => {
      const { requestId, memberId } = alert
      const settled = await finishAlert(ctx, requestId, memberId, 'kept')
      if (!settled) return
      await recordAlertHeldInOutbox(ctx, requestId, memberId)
      await audit(ctx, 'redFlagAlertKept', { subjectId: requestId, patientId: settled.patientId, detail: { memberId } })
    },
    onSent: async (ctx) => {
      const { requestId, memberId } = alert
      const settled = await finishAlert(ctx, requestId, memberId, 'sent')
      if (!settled) return
      await recordAlerted(ctx, requestId, memberId)
      await audit(ctx, 'redFlagAlertSent', { subjectId: requestId, patientId: settled.patientId, detail: { memberId } })
    },
    onRefused: async (ctx, reason) => {
      const { requestId, memberId } = alert
      if (!(await finishAlert(ctx, requestId, memberId, 'failed'))) return
      await recordNotAlerted(ctx, requestId, { memberId, reason })
      await queueAlerts(ctx, requestId, { unreached: memberId })
    },
  })

/** A member who left after the alert was queued gets no email. The admins are alerted instead, unless the alert was settled. */
async function passOn(ctx: Context, { requestId, memberId }: Alert) {
  if (!(await finishAlert(ctx, requestId, memberId, 'failed'))) return undefined
  await recordNotAlerted(ctx, requestId, { memberId, reason: 'The user has left.' })
  await queueAlerts(ctx, requestId, { unreached: memberId })
  return undefined
}

/** The email names no patient, form or answer, because others may read it. */
async function compose(ctx: Context, { requestId, memberId }: Alert) {
  const alert = await findWaitingAlert(ctx, requestId, memberId)
  if (!alert) return passOn(ctx, { requestId, memberId })
  const body = [
    `Hello ${alert.firstName},`,
    `Answers sent to ${alert.organisation} on ${formatDateTime(alert.submittedAt)} raised a red flag. Nobody has read the answers yet.`,
    'To read them, sign in here:',
    `${ctx.services.config.PUBLIC_URL}/requests/${requestId}`,
    'For privacy, this email does not name the patient or the answers. You received it because the form request is assigned to you, or because you are an admin and no assignee could be alerted.',
  ]
  const id = `alert-${requestId}-${memberId}`
  return { id, to: alert.emailAddress, subject: 'Unread red flag (Formward)', body: body.join('\n\n') }
}
