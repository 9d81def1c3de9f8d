import type { Input } from '#contract/route.ts'
import type { RemovalPreview, waitingList } from '#contract/waiting-list.ts'
import { reasonNotContacted, reasonUnreachable } from '#domain/contactability.ts'
import { removalLetterRefusal } from '#domain/letters.ts'
import { daysLater } from '#domain/moments.ts'
import { notificationMethods } from '#domain/notification.ts'
import { reachingMethods } from '#server/channels/channels.ts'
import { planMessages, sampleText } from '#server/notifications/notifications.ts'
import { getOrganisationSettings } from '#server/organisations/organisations.ts'
import type { Context } from '#server/platform/context.ts'
import { findResendTerms } from '#server/requests/requests.ts'

import { findChosen, worseWords } from './decide.ts'
import { methodsToTell } from './waiting-list.ts'
import { findWorse } from './removals.sql.ts'
import { findOpenEntries } from './waiting-list.sql.ts'

/** Named in the review; the others are counted. */
const shownUntold = 50

/** Judges each removal as approving it would. Changes and locks nothing. */
export async function previewRemovals(
  ctx: Context,
  { queue, requests }: Input<typeof waitingList.previewRemovals>['body'],
): Promise<RemovalPreview> {
  const now = new Date()
  const ids = await findChosen(ctx, queue, requests)
  const entries = await findOpenEntries(ctx, queue, ids)
  const worse = await findWorse(
    ctx,
    entries.map(({ patientId }) => patientId),
  )
  const able = entries.filter(({ patientId }) => !worse.has(patientId))
  const terms = await findResendTerms(
    ctx,
    able.map(({ requestId }) => requestId),
  )
  const { removalDays } = await getOrganisationSettings(ctx)
  const finalAt = daysLater(now, removalDays).toISOString()
  const reaching = await reachingMethods(ctx)
  const judged = able.flatMap(({ requestId, ...entry }) => {
    const found = terms.get(requestId)
    return found ? [{ ...entry, requestId, ...found, tellBy: methodsToTell(terms, requestId, reaching)[0] }] : []
  })
  const alive = judged.filter(({ patient }) => !patient.deceased)
  const untold = alive.filter(({ tellBy }) => !tellBy)
  const told = alive.flatMap(({ tellBy, patient, specialty, formTitle, translatedTitle }) => {
    const { firstName, lastName, locale } = patient
    const facts = { firstName, lastName, locale, specialty, formTitle, translatedTitle, expiresAt: finalAt }
    return tellBy ? [{ count: 1, method: tellBy, category: 'removal_approved' as const, patient, facts }] : []
  })
  const methods = notificationMethods.filter((method) => told.some((one) => one.method === method))
  return {
    count: judged.length,
    refused: [
      { reason: worseWords, count: entries.length - able.length },
      { reason: 'Already decided, or not in this queue.', count: ids.length - entries.length },
    ].filter(({ count }) => count > 0),
    untold: {
      count: untold.length,
      letters: untold.filter(({ patient }) => removalLetterRefusal({ patient, isWaiting: false }) === undefined).length,
      first: untold.slice(0, shownUntold).map(({ requestId, patientId, patient, method }) => ({
        id: requestId,
        patientId,
        patient: { firstName: patient.firstName, lastName: patient.lastName },
        reason: reasonNotContacted(patient) ?? reasonUnreachable(patient, method, reaching) ?? '',
      })),
    },
    deceased: judged.length - alive.length,
    texts: await Promise.all(methods.map(async (method) => ({ method, ...(await sampleText(ctx, method, 'removal_approved')) }))),
    plan: await planMessages(ctx, told, now),
    finalAt,
  }
}
