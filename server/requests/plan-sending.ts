import type { requests, SendingPreview } from '#contract/requests.ts'
import type { Input } from '#contract/route.ts'
import { dateOf } from '#domain/dates.ts'
import { notificationMethods, type NotificationMethod } from '#domain/notification.ts'
import { methodFor, reasonUnreachable } from '#domain/contactability.ts'
import { sendDateProblem } from '#domain/sending-times.ts'
import { isSpecialty } from '#domain/specialties.ts'
import { supportedMethods, requireSupportedMethod } from '#server/channels/channels.ts'
import { findPatients } from '#server/patients/patients.ts'
import type { Context } from '#server/platform/context.ts'
import { fieldProblem } from '#server/platform/problem.ts'

import { getSendingTerms, type SendingTerms } from './create-requests.ts'
import { findOpenRequests, openKey, type OpenRequest } from './open-requests.sql.ts'

export type FormToSend = Input<typeof requests.preview>['body']

type Patient = Awaited<ReturnType<typeof findPatients>>[number]
type Recipient = { patient: Patient; method: NotificationMethod; open: readonly OpenRequest[] }
/** Null means now. */
type Times = { sendAt: string | null; messagesFrom: string | null }
export type SendingPlan = {
  terms: SendingTerms
  times: Times
  recipients: readonly Recipient[]
  /** `index` is the position among the distinct patients. */
  unreachable: readonly { patient: Patient; index: number; reason: string }[]
  messages: SendingPreview['messages']
}

/**
 * The plan of sending a form. The preview shows this plan and sending carries it out, so they cannot differ. Throws a Problem for patients
 * and forms that cannot be used. With a lock, nobody archives or changes these patients until the transaction ends.
 */
export async function planSending(ctx: Context, wanted: FormToSend, { areHeld = false } = {}): Promise<SendingPlan> {
  const { patientIds, formId, method, specialty, pathwayId, sendAt } = wanted
  if (specialty && !isSpecialty(specialty)) throw fieldProblem('specialty', 'Specialty is not valid.')
  requireSupportedMethod(ctx, method)
  const problem = sendAt === undefined ? undefined : sendDateProblem(dateOf(sendAt))
  if (problem) throw fieldProblem('sendAt', problem)
  const patients = await getPatients(ctx, patientIds, areHeld)
  const now = new Date()
  const terms = await getSendingTerms(ctx, { formId, sendAt, now })

  const later = (moment: Date) => (moment > now ? moment.toISOString() : null)
  const times = { sendAt: later(terms.sendAt), messagesFrom: later(terms.messagesFrom) }

  const carried = supportedMethods(ctx.services.config)
  const judged = patients.map((patient, index) => {
    const reachable = { ...patient, archived: patient.archivedAt !== null }
    return { patient, index, method: methodFor(reachable, method, carried), reason: reasonUnreachable(reachable, method, carried) }
  })
  const reached = judged.filter(({ reason }) => reason === undefined)
  const onPathway = ({ id: patientId }: Patient) => ({ patientId, formId, pathwayId })
  const open = await findOpenRequests(
    ctx,
    reached.map(({ patient }) => onPathway(patient)),
  )
  return {
    terms,
    times,
    recipients: reached.map(({ patient, method }) => ({ patient, method, open: open.get(openKey(onPathway(patient))) ?? [] })),
    unreachable: judged.flatMap(({ patient, index, reason }) => (reason === undefined ? [] : [{ patient, index, reason }])),
    messages: messagesOf(reached, times, terms.messagesFrom > terms.sendAt),
  }
}

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

/** Text messages and emails keep to the organisation's sending hours, NHS App messages do not. */
function messagesOf(reached: readonly { method: NotificationMethod }[], { sendAt, messagesFrom }: Times, waitsForSendingHours: boolean) {
  return notificationMethods.flatMap((method) => {
    const count = reached.filter((one) => one.method === method).length
    if (count === 0) return []
    return [
      method === 'nhs_app'
        ? { method, count, from: sendAt, waitsForSendingHours: false }
        : { method, count, from: messagesFrom, waitsForSendingHours },
    ]
  })
}
