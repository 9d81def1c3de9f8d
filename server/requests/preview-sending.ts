import type { SendingPreview } from '#contract/requests.ts'
import type { Context } from '#server/platform/context.ts'

import { planSending, type FormToSend } from './plan-sending.ts'
import { summarisePlan } from './reviewed-plan.ts'

/** The maximum number of recipients that a preview names. Others are only counted. */
const namedRecipients = 10

/** Previews the recipients, methods and times of sending a form, who gets no message, and who has the form open already. Sends nothing. */
export async function previewSending(ctx: Context, wanted: FormToSend): Promise<SendingPreview> {
  const plan = await planSending(ctx, wanted)
  const { terms, recipients, unreachable, messages } = plan
  return {
    form: terms.form,
    recipientCount: recipients.length,
    recipients: recipients.slice(0, namedRecipients).map(({ patient, method }) => ({ ...patient, method })),
    messages,
    expiresAt: terms.expiresAt.toISOString(),
    unreachable: unreachable.map(({ patient, reason }) => ({ ...patient, reason })),
    alreadyOpen: recipients.flatMap(({ patient, open }) =>
      open.length === 0 ? [] : [{ ...patient, requests: open.map(({ id, status, createdAt }) => ({ requestId: id, status, createdAt })) }],
    ),
    reviewed: summarisePlan(wanted, plan),
  }
}
