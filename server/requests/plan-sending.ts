import type { MessagePlan } from '#contract/message-plan.ts'
import type { requests, SendingPreview } from '#contract/requests.ts'
import type { Input } from '#contract/route.ts'
import { titleIn } from '#domain/form/translation.ts'
import { dateOf } from '#domain/moments.ts'
import { notificationMethods, type NotificationMethod } from '#domain/notification.ts'
import { methodFor, reasonUnreachable } from '#domain/contactability.ts'
import { sendDateProblem } from '#domain/sending-times.ts'
import { isSpecialty } from '#domain/specialties.ts'
import { waitingSinceProblem, waitingSinceRefusals } from '#domain/waiting-since.ts'
import { supportedMethods, requireSupportedMethod } from '#server/channels/channels.ts'
import { type ExampleMessage, planMessages, writeExamples } from '#server/notifications/notifications.ts'
import { findPatients } from '#server/patients/patients.ts'
import type { Context } from '#server/platform/context.ts'
import { fieldProblem } from '#server/platform/problem.ts'

import { getSendingTerms, type SendingTerms } from './create-requests.ts'
import { findOpenRequests, openKey, type OpenRequest } from './open-requests.sql.ts'

export type FormToSend = Input<typeof requests.preview>['body']

type Patient = Awaited<ReturnType<typeof findPatients>>[number]
type Recipient = { patient: Patient; method: NotificationMethod; open: readonly OpenRequest[] }
/** Null means now. */
type Times = { sendAt: string | null; messagesFrom: string | null; appMessagesFrom: string | null }
export type SendingPlan = {
  terms: SendingTerms
  times: Times
  recipients: readonly Recipient[]
  /** `index` is the position among the distinct patients. */
  unreachable: readonly { patient: Patient; index: number; reason: string }[]
  messages: SendingPreview['messages']
  /** Fragments, price, time and what follows messages that do not reach a patient. */
  cost: MessagePlan
  examples: readonly ExampleMessage[]
}

/**
 * The plan of sending a form. The preview shows this plan and sending carries it out, so they cannot differ. Throws a Problem for patients
 * and forms that cannot be used. With a lock, nobody archives or changes these patients until the transaction ends.
 */
export async function planSending(ctx: Context, wanted: FormToSend, { areHeld = false } = {}): Promise<SendingPlan> {
  const { patientIds, formId, method, specialty, pathwayId, sendAt } = wanted
  if (specialty && !isSpecialty(specialty)) throw fieldProblem('specialty', 'Specialty is not valid.')
  await requireSupportedMethod(ctx, method)
  const problem = sendAt === undefined ? undefined : sendDateProblem(dateOf(sendAt))
  if (problem) throw fieldProblem('sendAt', problem)
  const patients = await getPatients(ctx, patientIds, areHeld)
  const now = new Date()
  const terms = await getSendingTerms(ctx, { formId, sendAt, now })

  requireFittingWait(wanted, terms.form.type, dateOf(now))

  const later = (moment: Date) => (moment > now ? moment.toISOString() : null)
  const times = { sendAt: later(terms.sendAt), messagesFrom: later(terms.messagesFrom), appMessagesFrom: later(terms.appMessagesFrom) }

  const carried = await supportedMethods(ctx)
  const judged = patients.map((patient, index) => {
    const reachable = reachableOf(patient)
    return { patient, index, method: methodFor(reachable, method, carried), reason: reasonUnreachable(reachable, method, carried) }
  })
  const reached = judged.filter(({ reason }) => reason === undefined)
  const onPathway = ({ id: patientId }: Patient) => ({ patientId, formId, pathwayId })
  const open = await findOpenRequests(
    ctx,
    reached.map(({ patient }) => onPathway(patient)),
  )
  const toPlan = reached.map(({ patient, method: by }) => ({
    count: 1,
    patientId: patient.id,
    method: by,
    category: 'request_created' as const,
    patient: reachableOf(patient),
    facts: {
      firstName: patient.firstName,
      lastName: patient.lastName,
      formTitle: terms.form.title,
      locale: patient.locale,
      translatedTitle: titleIn(terms.form, patient.locale) ?? null,
      expiresAt: terms.expiresAt.toISOString(),
      specialty,
    },
  }))
  const [cost, examples] = [await planMessages(ctx, toPlan, terms.sendAt), await writeExamples(ctx, toPlan)]
  return {
    terms,
    times,
    cost,
    examples,
    recipients: reached.map(({ patient, method }) => ({ patient, method, open: open.get(openKey(onPathway(patient))) ?? [] })),
    unreachable: judged.flatMap(({ patient, index, reason }) => (reason === undefined ? [] : [{ patient, index, reason }])),
    messages: messagesOf(reached, times, terms),
  }
}

/** The date is one patient's own, so it is never given for several at once. */
function requireFittingWait({ waitingSince, patientIds }: FormToSend, formType: string, today: string) {
  if (waitingSince === undefined) return
  const problem =
    formType !== 'waiting_list'
      ? waitingSinceRefusals.otherForm
      : new Set(patientIds).size > 1
        ? waitingSinceRefusals.manyPatients
        : waitingSinceProblem(waitingSince, today)
  if (problem !== undefined) throw fieldProblem('waitingSince', problem)
}

const reachableOf = (patient: Patient) => ({ ...patient, archived: patient.archivedAt !== null })

/** In the given order, without duplicates. */
async function getPatients(ctx: Context, ids: readonly string[], areHeld: boolean) {
  const wanted = [...new Set(ids)]
  const found = new Map((await findPatients(ctx, wanted, { areHeld })).map((patient) => [patient.id, patient]))
  return wanted.map((id) => {
    const patient = found.get(id)
    if (!patient) throw fieldProblem('patientIds', 'Patient is not valid.')
    return patient
  })
}

/** Text messages and emails keep to the organisation's sending hours, NHS App messages to their own. */
function messagesOf(reached: readonly { method: NotificationMethod }[], { messagesFrom, appMessagesFrom }: Times, terms: SendingTerms) {
  return notificationMethods.flatMap((method) => {
    const count = reached.filter((one) => one.method === method).length
    if (count === 0) return []
    const isInApp = method === 'nhs_app'
    const waitsForSendingHours = (isInApp ? terms.appMessagesFrom : terms.messagesFrom) > terms.sendAt
    return [{ method, count, from: isInApp ? appMessagesFrom : messagesFrom, waitsForSendingHours }]
  })
}
