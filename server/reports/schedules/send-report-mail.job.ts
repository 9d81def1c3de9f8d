import { z } from 'zod'

import { monthLabel } from '#domain/dates.ts'
import type { ReportType } from '#domain/exports.ts'
import { deliverStaffMail } from '#server/notifications/notifications.ts'
import { audit } from '#server/platform/audit.sql.ts'
import type { Context } from '#server/platform/context.ts'
import { concurrency, job, type Steps, workInSteps, workOn } from '#server/platform/jobs.ts'
import type { Services } from '#server/platform/services.ts'

import { findMailing, findRecipient, setSchedule } from './schedules.sql.ts'
import { stopIfUnable } from './stop-schedule.ts'

const Data = z.object({ reportId: z.uuid() })

/** Ends an email whose job has used up its tries, so that staff see it at the schedule. */
export const failReportMailJob = job('fail-report-mail', Data)

/** Emails the link to a report that was made for a schedule. */
export const sendReportMailJob = job('send-report-mail', Data, { deadLetter: failReportMailJob.name })

export async function startSendingReportMails(services: Services) {
  await workInSteps(services, sendReportMailJob, sendReportMail, concurrency.sending)
  await workOn(services, failReportMailJob, (ctx, { reportId }) => settle(ctx, reportId, 'reportMailFailed', unsent))
}

export const sendReportMail = (steps: Pick<Steps, 'step' | 'services'>, { reportId }: { reportId: string }) =>
  deliverStaffMail(steps, (ctx) => compose(ctx, reportId), {
    onKept: (ctx) => settle(ctx, reportId, 'reportMailKept', kept),
    onSent: (ctx) => settle(ctx, reportId, 'reportMailed', ''),
    onRefused: (ctx, reason) => settle(ctx, reportId, 'reportMailFailed', reason),
  })

/** Records at the schedule what happened to the email. */
async function settle(ctx: Context, reportId: string, event: 'reportMailed' | 'reportMailKept' | 'reportMailFailed', failure: string) {
  const mailing = await findMailing(ctx, reportId)
  if (!mailing) return
  await setSchedule(ctx, mailing.id, { failure, isSent: event === 'reportMailed' })
  await audit(ctx, event, { subjectId: reportId, detail: { memberId: mailing.member_id } })
}

const kept = 'It was kept in the outbox of this system and not sent.'
const unsent = 'The email could not be sent for 2 days. The log of the system says more.'

const typeWords: Record<ReportType, string> = { metrics: 'metrics report', form_requests: 'list of form requests' }

/** The email has a link and no figures, because others may read it. A user who has left, or has lost the permission, gets no email. */
async function compose(ctx: Context, reportId: string) {
  const mailing = await findMailing(ctx, reportId)
  if (!mailing) return undefined
  const recipient = await findRecipient(ctx, mailing.member_id)
  if (await stopIfUnable(ctx, { id: mailing.id, memberId: mailing.member_id }, recipient)) return undefined
  const month = monthLabel(mailing.month.slice(0, 7))
  const words = typeWords[mailing.type as ReportType] // a check constraint holds the same two
  const body = [
    `Hello ${recipient!.firstName},`, // stopIfUnable answered true without one
    `The ${words} of ${mailing.organisation} for ${month} is ready.`,
    'To download it, sign in here:',
    `${ctx.services.config.PUBLIC_URL}/reports/${reportId}`,
    'You receive this email every month. To stop it, ask your system administrator.',
  ]
  const id = `report-${reportId}`
  return { id, to: recipient!.emailAddress, subject: `Report for ${month} (Formward)`, body: body.join('\n\n') }
}
