import { v7 as timeOrderedId } from 'uuid'

import { endOfDayLater } from '#domain/moments.ts'
import { nextSendingMoment, sendingMomentOf } from '#domain/sending-times.ts'
import { findLiveForm, type LiveFormWithTexts } from '#server/forms/forms.ts'
import { hashOfLink, linkToken, queueNotifications } from '#server/notifications/notifications.ts'
import { getOrganisationSettings } from '#server/organisations/organisations.ts'
import { auditAll } from '#server/platform/audit.sql.ts'
import type { Context } from '#server/platform/context.ts'
import { fieldProblem } from '#server/platform/problem.ts'
import { insertEvents } from '#server/timeline/timeline.ts'

import { insertLinks, insertRequests, type NewRequest } from './new-requests.sql.ts'

export type RequestDraft = Omit<NewRequest, 'id'>
type Options = { importJobId?: string }

/** Which version of a form is sent, and when. */
export type SendingTerms = {
  form: LiveFormWithTexts
  sendAt: Date
  /** When text messages and emails go out: at the first moment from `sendAt` on that is within the sending hours. */
  messagesFrom: Date
  /** NHS App messages have longer hours. */
  appMessagesFrom: Date
  expiresAt: Date
}

/** The live version of a form and the times, if it is sent at `sendAt`, or else now. Throws a Problem when the form may not be sent. */
export async function getSendingTerms(
  ctx: Context,
  { formId, sendAt, now = new Date() }: { formId: string; sendAt?: string | undefined; now?: Date },
): Promise<SendingTerms> {
  const form = await findLiveForm(ctx, formId)
  if (!form) throw fieldProblem('formId', 'Form is not valid.')
  const { expiryDays, sendingHours } = await getOrganisationSettings(ctx)
  // A time today that has passed means now, and does not shorten the patient's term.
  const asked = sendAt && new Date(sendAt) > now ? new Date(sendAt) : now
  const messagesFrom = nextSendingMoment(asked, sendingHours)
  // Counted from the time when the message may be sent, so that a weekend does not shorten the term.
  const appMessagesFrom = sendingMomentOf('nhs_app', asked, sendingHours)
  return { form, sendAt: asked, messagesFrom, appMessagesFrom, expiresAt: endOfDayLater(messagesFrom, expiryDays) }
}

/** Creates a request, link, timeline and message for each patient, in one transaction. Returns the ids in the order of `wanted`. */
export async function createRequests(
  ctx: Context,
  wanted: RequestDraft[],
  { form, sendAt, expiresAt }: SendingTerms,
  { importJobId }: Options = {},
): Promise<string[]> {
  const rows = wanted.map((one) => ({ ...one, id: timeOrderedId() }))
  const ids = rows.map(({ id }) => id)

  await insertRequests(ctx, rows, {
    formId: form.id,
    formVersion: form.version,
    sendAt: sendAt.toISOString(),
    expiresAt: expiresAt.toISOString(),
    importJobId,
  })
  await insertLinks(
    ctx,
    ids.map((requestId) => ({ requestId, tokenHash: hashOfLink(linkToken(ctx.services.keys, requestId)) })),
  )
  await insertEvents(ctx, ids, 'created', importJobId ? { importJobId } : {})
  await queueNotifications(
    ctx,
    rows.map(({ id, method }) => ({ requestId: id, method })),
    { category: 'request_created', sendAfter: sendAt },
  )
  if (!importJobId) {
    const subjects = rows.map(({ id, patientId }) => ({ subjectId: id, patientId }))
    await auditAll(ctx, 'formRequestCreated', subjects)
  }
  return ids
}
