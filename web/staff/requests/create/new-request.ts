import type { Patient } from '#contract/patients.ts'
import { dateOf, formatDateTime, isIsoDate } from '#domain/dates.ts'
import type { NotificationMethod } from '#domain/notification.ts'
import { sendDateProblem } from '#domain/sending-times.ts'
import { padDate } from '#web/ui/date-text.ts'

/** What is being filled in. */
export type NewRequest = {
  patients: Patient[]
  form: { id: string; title: string } | undefined
  /** '' is each patient's own preferred method. */
  method: NotificationMethod | ''
  /** '' is none */
  specialty: string
  pathwayId: string
  location: string
  event: string
  sendOn: string
}

export const nothingYet: NewRequest = {
  patients: [],
  form: undefined,
  method: '',
  specialty: '',
  pathwayId: '',
  location: '',
  event: '',
  sendOn: '',
}

type Errors = Partial<Record<keyof NewRequest, string>>

/** The errors by field. Patients who cannot be contacted are not errors: the review lists them and leaves them out. */
export function errorsOf({ patients, form, sendOn }: NewRequest): Errors {
  const day = padDate(sendOn)
  const sendOnProblem = day && (isIsoDate(day) ? sendDateProblem(day) : 'Send date is not valid.')
  return {
    ...(patients.length === 0 && { patients: 'Patient is required.' }),
    ...(!form && { form: 'Form is required.' }),
    ...(sendOnProblem && { sendOn: sendOnProblem }),
  }
}

/** Nine in the morning of a British day, as a moment; a day that is today is now. */
export function morningOf(day: string): string | undefined {
  if (!day || day === dateOf(new Date())) return undefined
  const nineByGreenwich = new Date(`${day}T09:00:00Z`)
  const hoursAhead = Number(formatDateTime(nineByGreenwich).slice(-5, -3)) - 9
  return new Date(nineByGreenwich.getTime() - hoursAhead * 3_600_000).toISOString()
}

export const toBody = ({ patients, form, method, specialty, pathwayId, location, event, sendOn }: NewRequest) => {
  const sendAt = morningOf(padDate(sendOn))
  return {
    patientIds: patients.map(({ id }) => id),
    formId: form?.id ?? '',
    ...(method && { method }),
    specialty,
    pathwayId,
    location,
    event,
    ...(sendAt && { sendAt }),
  }
}
