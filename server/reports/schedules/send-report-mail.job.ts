import { z } from 'zod'

import { monthLabel } from '#domain/dates.ts'
import type { ReportType } from '#domain/exports.ts'
import { deliverStaffMail } from '#server/notifications/notifications.ts'
import { audit } from '#server/platform/audit.sql.ts'
import type { Context } from '#server/platform/context.ts'
import { concurrency, job, type Steps, workInSteps } from '#server/platform/jobs.ts'
import type { Services } from '#server/platform/services.ts'

import { findMailing, findRecipient, setSchedule } from './schedules.sql.ts'
import { stopIfUnable } from './stop-schedule.ts'

/** Emails the link to a report that was made for a schedule. */
export const sendReportMailJob = job('send-report-mail', z.object({ reportId: z.uuid() }), { retryLimit: 100 })

export const startSendingReportMails = (services: Services) => workInSteps(services, sendReportMailJob, sendReportMail, concurrency.sending)

export const sendReportMail = (steps: Pick<Steps, 'step' | 'services'>, { reportId }: { reportId: string }) => {
  const settle = (event: 'reportMailed' | 'reportMailKept' | 'reportMailFailed', failure: string) => async (ctx: Context) => {
    const mailing = await findMailing(ctx, reportId)
    if (!mailing) return
    await setSchedule(ctx, mailing.id, { failure, isSent: event === 'reportMailed' })
    await audit(ctx, event, { subjectId: reportId, detail: { memberId: mailing.member_id } })
  }
  return deliverStaffMail(steps, (ctx) => compose(ctx, reportId), {
    onKept: settle('reportMailKept', kept),
    onSent: settle('reportMailed', ''),
    onRefused: (ctx, reason) => settle('reportMailFailed', reason)(ctx),
  })
}

const kept = 'It was kept in the outbox of this system and not sent.'

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
