import { z } from 'zod'

import { deliverStaffMail } from '#server/notifications/notifications.ts'
import { hasLocalPassword, makeLink } from '#server/identity/identity.ts'
import type { Context } from '#server/platform/context.ts'
import type { Services } from '#server/platform/services.ts'
import { concurrency, job, workInSteps } from '#server/platform/jobs.ts'

import { findAddressee, findNameOf } from './addressee.sql.ts'
import { memberMailKinds, memberMailWords, outsideActs, type MemberMailKind } from './member-mail-words.ts'

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
export const sendMemberMailJob = job('send-member-mail', Data, { retryLimit: 20 })

export const startSendingMemberMail = (services: Services) =>
  workInSteps(services, sendMemberMailJob, (steps, data) => deliverStaffMail(steps, (ctx) => compose(ctx, data)), concurrency.sending)

/** Composed for each try, so that a link exists only in the email. */
async function compose(ctx: Context, { memberId, kind, sealedTo, about, at, day }: z.infer<typeof Data>) {
  const addressee = await findAddressee(ctx, memberId)
  if (!addressee) return undefined
  const named = about && { name: await findNameOf(ctx, about.memberId), act: about.act }
  const { subject, body } = memberMailWords[kind]({ ...addressee, about: named, at, day }, await addressFor(ctx, kind, addressee.subject))
  const to = sealedTo === undefined ? addressee.emailAddress : ctx.services.keys.unseal(Buffer.from(sealedTo, 'base64')).toString()
  return { to, subject, body: [`Hello ${addressee.firstName},`, ...body].join('\n\n') }
}

async function addressFor(ctx: Context, kind: MemberMailKind, subject: string | null) {
  if (kind === 'invitation' || kind === 'reset') return makePasswordLink(ctx, kind, subject)
  return ctx.services.config.PUBLIC_URL + (pathOf[kind] ?? '/identity/forgot-password')
}

/** The page that an email leads to, where it is not the reset of the password. */
const pathOf: Partial<Record<MemberMailKind, string>> = {
  secondFactorBegins: '/profile/security',
  secondFactorSoon: '/profile/security',
  webhookSwitchedOff: '/organisation?tab=webhooks',
}

/** The address in an invitation: a one-time link to set a password, or the sign-in page when accounts belong to another provider. */
export const makePasswordLink = async (ctx: Context, purpose: 'invitation' | 'reset', subject: string | null) =>
  hasLocalPassword(ctx.services.config) && subject ? makeLink(ctx, subject, purpose) : `${ctx.services.config.PUBLIC_URL}/`
