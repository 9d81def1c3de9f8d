import { z } from 'zod'

import { dateOf } from '#domain/moments.ts'
import { staffMailChannel } from '#server/channels/channels.ts'
import { actForMember } from '#server/members/members.ts'
import { deliverStaffMail } from '#server/notifications/notifications.ts'
import { jobForEveryOrganisation, workForEveryOrganisation } from '#server/organisations/organisations.ts'
import type { Context } from '#server/platform/context.ts'
import { concurrency, enqueueAll, job, type Steps, workInSteps } from '#server/platform/jobs.ts'
import type { Services } from '#server/platform/services.ts'

import { listWithoutEmail, lockRecipient, settleEmail } from './daily-email.sql.ts'
import { countWaitingWork } from './notices.ts'

export const queueDailyEmailsJobs = jobForEveryOrganisation('queue-daily-emails')

/** One email to one member. Retried until the day is over. */
export const sendDailyEmailJob = job('send-daily-email', z.object({ memberId: z.uuid(), day: z.iso.date() }), { retryLimit: 20 })

/** At 06:30 UTC: half past six in winter, half past seven in summer. */
export async function startSendingDailyEmails(services: Services) {
  await workForEveryOrganisation(services, queueDailyEmailsJobs, { at: '30 6 * * *', run: (steps) => queueDailyEmails(steps) })
  await workInSteps(services, sendDailyEmailJob, (steps, email) => sendDailyEmail(steps, email), concurrency.sending)
}

/** Queues an email for each member who chose it. */
export const queueDailyEmails = ({ step }: Pick<Steps, 'step'>, now = new Date()) =>
  step(async (ctx) => {
    if (!staffMailChannel(ctx.services.config)) return
    const day = dateOf(now)
    const memberIds = await listWithoutEmail(ctx, day)
    await enqueueAll(
      ctx,
      sendDailyEmailJob,
      memberIds.map((memberId) => ({ memberId, day })),
    )
  })

type DailyEmail = { memberId: string; day: string }

/** Tells a member once a day how many form requests wait. A day on which nothing waits has no email, and no email is sent a day late. */
export async function sendDailyEmail(steps: Pick<Steps, 'step' | 'services'>, { memberId, day }: DailyEmail, now = new Date()) {
  if (day !== dateOf(now)) return
  const settle = (ctx: Context) => settleEmail(ctx, memberId, day)
  await deliverStaffMail(steps, (ctx) => compose(ctx, { memberId, day }), { onKept: settle, onSent: settle, onRefused: settle })
}

/** The email names no patient, form or answer, because others may read it. */
async function compose(worker: Context, { memberId, day }: DailyEmail) {
  const recipient = await lockRecipient(worker, memberId, day)
  if (!recipient) return undefined
  // Counted with the wards of the member.
  const ctx = await actForMember(worker, memberId)
  const { toReview, urgent, unassigned } = await countWaitingWork(ctx)
  const isAllowed = ctx.actor.permissions.includes('formRequest:read')
  if (!isAllowed || toReview + urgent + unassigned === 0) {
    await settleEmail(worker, memberId, day)
    return undefined
  }
  const { PUBLIC_URL } = ctx.services.config
  const body = [
    `Hello ${recipient.firstName},`,
    `These form requests of ${recipient.organisation} have been answered and are not closed:`,
    [`Assigned to you: ${toReview}`, `Urgent: ${urgent}`, `Unassigned: ${unassigned}`].join('\n'),
    `To read them, sign in here:\n${PUBLIC_URL}/requests`,
    `For privacy, this email does not name patients. You chose to receive it every day. You can turn it off in your profile:\n${PUBLIC_URL}/profile`,
  ]
  return {
    id: `daily-${memberId}-${day}`,
    to: recipient.emailAddress,
    subject: 'Form requests to review (Formward)',
    body: body.join('\n\n'),
  }
}
