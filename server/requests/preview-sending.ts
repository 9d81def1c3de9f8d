import type { SendingPreview } from '#contract/requests.ts'
import { textsInEnglish } from '#domain/form/translation.ts'
import { findFormReminders } from '#server/forms/forms.ts'
import { getOrganisationSettings } from '#server/organisations/organisations.ts'
import type { Context } from '#server/platform/context.ts'

import { planSending, type FormToSend, type SendingPlan } from './plan-sending.ts'
import { organisationRule } from './reminders.ts'
import { summarisePlan } from './reviewed-plan.ts'

/** The maximum number of recipients that a preview names. Others are only counted. */
const namedRecipients = 10

/** Previews the recipients, methods and times of sending a form, who gets no message, and who has the form open already. Sends nothing. */
export async function previewSending(ctx: Context, wanted: FormToSend): Promise<SendingPreview> {
  const plan = await planSending(ctx, wanted)
  const { terms, recipients, unreachable, messages, cost, examples } = plan
  return {
    form: terms.form,
    recipientCount: recipients.length,
    recipients: recipients.slice(0, namedRecipients).map(({ patient, method }) => ({ ...patient, method })),
    messages,
    untranslated: untranslatedFor(plan),
    plan: cost,
    examples: [...examples],
    reminders: (await findFormReminders(ctx, terms.form.id)) ?? organisationRule(await getOrganisationSettings(ctx)),
    expiresAt: terms.expiresAt.toISOString(),
    unreachable: unreachable.map(({ patient, reason }) => ({ ...patient, reason })),
    alreadyOpen: recipients.flatMap(({ patient, open }) =>
      open.length === 0 ? [] : [{ ...patient, requests: open.map(({ id, status, createdAt }) => ({ requestId: id, status, createdAt })) }],
    ),
    reviewed: summarisePlan(wanted, plan),
  }
}

/** The languages of recipients in which the form has not all its texts, the most frequent first. */
function untranslatedFor({ recipients, terms: { form } }: SendingPlan): SendingPreview['untranslated'] {
  const byLanguage = Map.groupBy(recipients, ({ patient }) => patient.locale)
  return [...byLanguage]
    .map(([language, { length: count }]) => ({ language, count, ...textsInEnglish(form, language) }))
    .filter(({ inEnglish }) => inEnglish > 0)
    .toSorted((one, other) => other.count - one.count)
}
