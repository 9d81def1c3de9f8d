import type { MemberMailKind } from '#domain/member-mails.ts'
import { reminderDaysBefore } from '#domain/sign-in-rules.ts'
import { announceSecondFactorJob, jobForEveryOrganisation, workForEveryOrganisation } from '#server/organisations/organisations.ts'
import type { Context } from '#server/platform/context.ts'
import { enqueueAll, workOn } from '#server/platform/jobs.ts'
import type { Services } from '#server/platform/services.ts'
import { systemOrganisationId } from '#server/platform/system-organisation.ts'

import { sendMemberMailJob } from './mail/send-member-mail.job.ts'
import { listWithoutFactor, markReminded } from './second-factor-day.sql.ts'

export const remindOfSecondFactorJobs = jobForEveryOrganisation('remind-of-second-factor')

export async function startSecondFactorMails(services: Services) {
  await workOn(services, announceSecondFactorJob, async (ctx) => queueMails(ctx, 'secondFactorBegins', await listWithoutFactor(ctx)))
  await workForEveryOrganisation(services, remindOfSecondFactorJobs, {
    at: '7 8 * * *',
    andIn: [systemOrganisationId],
    run: ({ step }) => step(async (ctx) => queueMails(ctx, 'secondFactorSoon', await markReminded(ctx, reminderDaysBefore))),
  })
}

const queueMails = (ctx: Context, kind: MemberMailKind, members: { id: string; day: string | null }[]) =>
  enqueueAll(
    ctx,
    sendMemberMailJob,
    members.map(({ id, day }) => ({ memberId: id, kind, ...(day !== null && { day }) })),
  )
