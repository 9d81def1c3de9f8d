import { methodFor, reasonUnreachable } from '#domain/contactability.ts'
import type { NotificationMethod } from '#domain/notification.ts'
import { type EndReason, type OccasionReason, occasionReasonWords } from '#domain/series.ts'
import { supportedMethods } from '#server/channels/channels.ts'
import { holdMessages } from '#server/notifications/notifications.ts'
import type { findPatients } from '#server/patients/patients.ts'
import { auditAll } from '#server/platform/audit.sql.ts'
import type { Context } from '#server/platform/context.ts'
import { createRequests, replaceRequests, type SendingTerms } from '#server/requests/requests.ts'

import { endEnrolments } from './end-enrolments.ts'
import { findOpenEarlier, findStoppedByAnswer } from './enrolments.sql.ts'
import { decideOccasions, setSent } from './occasions.sql.ts'
import type { LockedSeries } from './series.sql.ts'

type Patient = Awaited<ReturnType<typeof findPatients>>[number]
/** An occasion whose patient and enrolment are locked. */
export type OccasionToSend = { id: string; enrolmentId: string; patient: Patient }

type Outcome =
  | { kind: 'send'; method: NotificationMethod; replaced: string[] }
  | { kind: 'end'; because: EndReason; words: string }
  | { kind: 'not_sent'; reason: OccasionReason; words: string }

/**
 * Decides what happens to each occasion, at most one of an enrolment. Whatever the state of the patient was when the occasion was planned, it is
 * checked here, right before the form request is created.
 */
export async function judgeOccasions(ctx: Context, series: LockedSeries, occasions: readonly OccasionToSend[]) {
  const enrolmentIds = occasions.map(({ enrolmentId }) => enrolmentId)
  const { stopQuestion, stopValues, method, whenOpen } = series
  const stopped =
    stopQuestion === null ? new Set() : await findStoppedByAnswer(ctx, enrolmentIds, { questionId: stopQuestion, values: stopValues })
  const open = await findOpenEarlier(ctx, enrolmentIds)
  const carried = await supportedMethods(ctx)
  const judge = ({ enrolmentId, patient }: OccasionToSend): Outcome => {
    const because = endOf(patient) ?? (stopped.has(enrolmentId) ? 'answered' : undefined)
    const reachable = { ...patient, archived: patient.archivedAt !== null }
    const words = reasonUnreachable(reachable, method ?? undefined, carried)
    if (because) return { kind: 'end', because, words: words ?? 'The patient’s answer ended the series.' }
    if (words !== undefined) return { kind: 'not_sent', reason: 'unreachable', words }
    const earlier = open.get(enrolmentId)?.map(({ requestId }) => requestId) ?? []
    if (earlier.length > 0 && whenOpen === 'wait') return { kind: 'not_sent', reason: 'still_open', words: occasionReasonWords.still_open }
    return { kind: 'send', method: methodFor(reachable, method ?? undefined, carried), replaced: earlier }
  }
  return occasions.map((occasion) => ({ ...occasion, outcome: judge(occasion) }))
}

function endOf({ deceased, archivedAt, mayBeContacted }: Patient): EndReason | undefined {
  if (deceased) return 'deceased'
  if (archivedAt) return 'archived'
  return mayBeContacted ? undefined : 'not_to_be_contacted'
}

export type JudgedOccasion = Awaited<ReturnType<typeof judgeOccasions>>[number]

/**
 * Creates the form requests and marks the occasions as sent, in one transaction: a process that is killed sends nothing twice. An earlier form
 * request of the series that is still open is closed, so that the patient has one link for one form.
 */
export async function sendJudged(ctx: Context, series: LockedSeries, judged: readonly JudgedOccasion[], terms: SendingTerms) {
  const sending = judged.flatMap(({ outcome, ...occasion }) => (outcome.kind === 'send' ? [{ ...occasion, ...outcome }] : []))
  if (sending.length === 0) return
  const replaced = sending.flatMap((one) => one.replaced)
  await holdMessages(ctx, replaced)
  await replaceRequests(ctx, replaced)
  const ids = await createRequests(
    ctx,
    sending.map(({ patient, method }) => ({
      patientId: patient.id,
      method,
      specialty: series.specialty,
      pathwayId: '',
      location: '',
      event: series.name,
      waitingSince: null,
    })),
    terms,
  )
  await setSent(
    ctx,
    sending.map(({ id }, index) => ({ id, requestId: ids[index]! })), // createRequests answers in the same order
  )
}

/** Records what could not be sent, and ends the enrolments of patients who are sent nothing more. */
export async function recordNotSent(ctx: Context, series: LockedSeries, judged: readonly JudgedOccasion[]) {
  const refused = judged.flatMap(({ outcome, ...one }) => (outcome.kind === 'not_sent' ? [{ ...one, ...outcome }] : []))
  for (const alike of Map.groupBy(refused, ({ reason, words }) => `${reason} ${words}`).values()) {
    const { reason, words } = alike[0]! // a group has at least one
    await decideOccasions(
      ctx,
      alike.map(({ id }) => id),
      { state: 'not_sent', reason, ...(reason === 'unreachable' && { note: words }) },
    )
  }
  await auditAll(
    ctx,
    'seriesOccasionNotSent',
    refused.map(({ id, patient }) => ({ subjectId: id, patientId: patient.id, detail: { series: series.name } })),
  )
  const ending = judged.flatMap(({ outcome, ...one }) => (outcome.kind === 'end' ? [{ ...one, ...outcome }] : []))
  for (const [because, alike] of Map.groupBy(ending, (one) => one.because))
    await endEnrolments(
      ctx,
      alike.map(({ enrolmentId, patient }) => ({ id: enrolmentId, patientId: patient.id, seriesName: series.name })),
      because,
    )
}
