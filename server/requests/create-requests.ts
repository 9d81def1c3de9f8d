import { randomUUID } from 'node:crypto'

import { nextSendingMoment } from '#domain/sending-hours.ts'
import { findLiveForm } from '#server/forms/find-form.ts'
import { queueNotifications } from '#server/notifications/queue-notifications.ts'
import { getOrganisationSettings } from '#server/organisations/organisation-settings.ts'
import { auditAll } from '#server/platform/audit.sql.ts'
import type { Context } from '#server/platform/context.ts'
import { fieldProblem } from '#server/platform/problem.ts'

import { hashOfLink, linkToken } from './patient-link.ts'
import { insertLinks, insertRequests, type NewRequest } from './new-requests.sql.ts'
import { insertEvents } from './request-events.sql.ts'

export type RequestWanted = Omit<NewRequest, 'id'>
type Options = { formId: string; sendAt?: string | undefined; importJobId?: string | undefined }

/**
 * One patient each asked to fill the live version of one form: request, link, timeline and message in one transaction.
 * The ids come back in the order of `wanted`. Throws a Problem when the form is not published.
 */
export async function createRequests(ctx: Context, wanted: RequestWanted[], { formId, sendAt, importJobId }: Options): Promise<string[]> {
  const form = await findLiveForm(ctx, formId)
  if (!form) throw fieldProblem('formId', 'Form is not valid.')
  const { expiryDays, sendingHours } = await getOrganisationSettings(ctx)
  const sending = sendAt ? new Date(sendAt) : new Date()
  const rows = wanted.map((one) => ({ ...one, id: randomUUID() }))
  const ids = rows.map(({ id }) => id)

  await insertRequests(ctx, rows, {
    formId,
    formVersion: form.version,
    sendAt: sending.toISOString(),
    // Counted from when the message may go out, so that a weekend takes no days from the patient.
    expiresAt: new Date(nextSendingMoment(sending, sendingHours).getTime() + expiryDays * 86_400_000).toISOString(),
    importJobId,
  })
  await insertLinks(
    ctx,
    ids.map((requestId) => ({ requestId, tokenHash: hashOfLink(linkToken(ctx.floor.keys, requestId)) })),
  )
  await insertEvents(ctx, ids, 'created', importJobId ? { importJobId } : {})
  await queueNotifications(
    ctx,
    rows.map(({ id, method }) => ({ requestId: id, method })),
    { category: 'request_created', sendAfter: sending },
  )
  if (!importJobId) {
    const subjects = rows.map(({ id, patientId }) => ({ subjectId: id, patientId }))
    await auditAll(ctx, 'formRequestCreated', subjects)
  }
  return ids
}
