import { z } from 'zod'

import { memberMailKinds, type MemberMailKind } from '#domain/member-mails.ts'
import { deliverStaffMail } from '#server/notifications/notifications.ts'
import { hasLocalPassword, makeLink } from '#server/identity/identity.ts'
import { findColleague } from '#server/members/actor.sql.ts'
import { audit } from '#server/platform/audit.sql.ts'
import type { Context } from '#server/platform/context.ts'
import type { Services } from '#server/platform/services.ts'
import { concurrency, job, type Steps, workInSteps, workOn } from '#server/platform/jobs.ts'

import { findAddressee, findNameOf } from './addressee.sql.ts'
import { memberMailWords, outsideActs } from './member-mail-words.ts'

const Data = z.object({
  memberId: z.uuid(),
  kind: z.enum(memberMailKinds),
  /** Used instead of the member's current address. */
  sealedTo: z.base64().optional(),
  /** The time of the event. */
  at: z.iso.datetime().optional(),
  /** The day from which a second factor is required. */
  day: z.iso.date().optional(),
  /** What a system administrator did with another member. */
  about: z.object({ memberId: z.uuid(), act: z.enum(outsideActs) }).optional(),
})

/** Records an email whose job has used up its tries, so that staff see it in the log of the member. */
export const failMemberMailJob = job('fail-member-mail', Data)

// About three hours of tries. Each makes a new link and ends those before, so that a link that was asked for days ago does not arrive when the user has
// chosen a password, and does not end one that an admin sent meanwhile.
export const sendMemberMailJob = job('send-member-mail', Data, { retryLimit: 20, deadLetter: failMemberMailJob.name })

export async function startSendingMemberMail(services: Services) {
  await workInSteps(services, sendMemberMailJob, sendMemberMail, concurrency.sending)
  await workOn(services, failMemberMailJob, recordUnsent)
}

export const sendMemberMail = (steps: Pick<Steps, 'step' | 'services'>, data: z.infer<typeof Data>) =>
  deliverStaffMail(steps, (ctx) => compose(ctx, data), { onRefused: (ctx) => recordUnsent(ctx, data) })

/** In the name of the member, as a failed sign-in is, because the log of a member has what is recorded in their name. */
async function recordUnsent(ctx: Context, { memberId, kind }: z.infer<typeof Data>) {
  const member = await findColleague(ctx.tx, memberId)
  if (member) await audit({ ...ctx, actor: member }, 'tenantMemberMailFailed', { subjectId: memberId, detail: { mail: kind } })
}

/** Composed for each try, so that a link exists only in the email. */
async function compose(ctx: Context, { memberId, kind, sealedTo, about, at, day }: z.infer<typeof Data>) {
  const addressee = await findAddressee(ctx, memberId)
  if (!addressee) return undefined
  const named = about && { name: await findNameOf(ctx, about.memberId), act: about.act }
  const { config } = ctx.services
  const resetAt = hasLocalPassword(config) ? `${config.PUBLIC_URL}/identity/forgot-password` : undefined
  const to = { ...addressee, about: named, at, day, resetAt }
  const { subject, body } = memberMailWords[kind](to, await addressFor(ctx, kind, addressee.subject))
  const recipient = sealedTo === undefined ? addressee.emailAddress : ctx.services.keys.unseal(Buffer.from(sealedTo, 'base64')).toString()
  return { to: recipient, subject, body: [`Hello ${addressee.firstName},`, ...body].join('\n\n') }
}

async function addressFor(ctx: Context, kind: MemberMailKind, subject: string | null) {
  if (kind === 'invitation' || kind === 'reset') return makePasswordLink(ctx, kind, subject)
  return ctx.services.config.PUBLIC_URL + (pathOf[kind] ?? '/')
}

/** The page that an email leads to. */
const pathOf: Partial<Record<MemberMailKind, string>> = {
  secondFactorBegins: '/profile/security',
  secondFactorSoon: '/profile/security',
  webhookSwitchedOff: '/organisation?tab=webhooks',
}

/** The address in an invitation: a one-time link to set a password, or the sign-in page when accounts belong to another provider. */
export const makePasswordLink = async (ctx: Context, purpose: 'invitation' | 'reset', subject: string | null) =>
  hasLocalPassword(ctx.services.config) && subject ? makeLink(ctx, subject, purpose) : `${ctx.services.config.PUBLIC_URL}/`
