import { z } from 'zod'

import { deliverStaffMail } from '#server/notifications/deliver-staff-mail.ts'
import type { Context } from '#server/platform/context.ts'
import type { Floor } from '#server/platform/floor.ts'
import { job, workInSteps } from '#server/platform/jobs.ts'

import { addressToBegin } from './address-to-begin.ts'
import { findAddressee } from './addressee.sql.ts'
import { memberMailKinds, memberMailWords, type MemberMailKind } from './member-mail-words.ts'

const Data = z.object({
  memberId: z.uuid(),
  kind: z.enum(memberMailKinds),
  /** Instead of the member's address of now. */
  sealedTo: z.base64().optional(),
})
export const sendMemberMailJob = job('send-member-mail', Data, { retryLimit: 20 })

export const startSendingMemberMail = (floor: Floor) =>
  workInSteps(floor, sendMemberMailJob, (steps, data) => deliverStaffMail(steps, (ctx) => compose(ctx, data)))

/** Composed anew at every try: a link is in one message and nowhere else. */
async function compose(ctx: Context, { memberId, kind, sealedTo }: z.infer<typeof Data>) {
  const addressee = await findAddressee(ctx, memberId)
  if (!addressee) return undefined
  const { subject, body } = memberMailWords[kind](addressee, await addressFor(ctx, kind, addressee.subject))
  const to = sealedTo === undefined ? addressee.emailAddress : ctx.floor.keys.unseal(Buffer.from(sealedTo, 'base64')).toString()
  return { to, subject, body: [`Hello ${addressee.firstName},`, ...body].join('\n\n') }
}

const addressFor = async (ctx: Context, kind: MemberMailKind, subject: string | null) =>
  kind === 'invitation' || kind === 'reset' ? addressToBegin(ctx, kind, subject) : `${ctx.floor.config.PUBLIC_URL}/identity/forgot-password`
