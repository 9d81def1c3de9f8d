import type { Patient } from '#contract/patients.ts'
import { isIsoDate } from '#domain/dates.ts'
import { dateOf, formatDateTime } from '#domain/moments.ts'
import type { NotificationMethod } from '#domain/notification.ts'
import { sendDateProblem } from '#domain/sending-times.ts'
import { waitingSinceProblem } from '#domain/waiting-since.ts'
import { padDate } from '#web/ui/date-text.ts'

export type SendableForm = { id: string; title: string; type?: string }

/** What is being filled in. */
export type NewRequest = {
  patients: Patient[]
  form: SendableForm | undefined
  /** '' is each patient's own preferred method. */
  method: NotificationMethod | ''
  /** '' is none */
  specialty: string
  pathwayId: string
  location: string
  event: string
  /** Of one patient and for a waiting-list form only; '' is not known. */
  waitingSince: string
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
  waitingSince: '',
  sendOn: '',
}

type Errors = Partial<Record<keyof NewRequest, string>>

/** Whether the date since when the patient has been waiting is asked for. The date is one patient's own. */
export const asksWaitingSince = ({ patients, form }: Pick<NewRequest, 'patients' | 'form'>) =>
  form?.type === 'waiting_list' && patients.length <= 1

/** The errors by field. Patients who cannot be contacted are not errors: the review lists them and leaves them out. */
export function errorsOf(typed: NewRequest): Errors {
  const { patients, form, sendOn, waitingSince } = typed
  const day = padDate(sendOn)
  const sendOnProblem = day && (isIsoDate(day) ? sendDateProblem(day) : 'Send date is not valid.')
  const since = asksWaitingSince(typed) ? padDate(waitingSince) : ''
  const sinceProblem = since && (isIsoDate(since) ? waitingSinceProblem(since, dateOf(new Date())) : 'Waiting since is not valid.')
  return {
    ...(patients.length === 0 && { patients: 'Patient is required.' }),
    ...(!form && { form: 'Form is required.' }),
    ...(sinceProblem && { waitingSince: sinceProblem }),
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

export const toBody = (typed: NewRequest) => {
  const { patients, form, method, specialty, pathwayId, location, event, waitingSince, sendOn } = typed
  const sendAt = morningOf(padDate(sendOn))
  return {
    patientIds: patients.map(({ id }) => id),
    formId: form?.id ?? '',
    ...(method && { method }),
    specialty,
    pathwayId,
    location,
    event,
    ...(asksWaitingSince(typed) && waitingSince && { waitingSince: padDate(waitingSince) }),
    ...(sendAt && { sendAt }),
  }
}
