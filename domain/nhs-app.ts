import type { FormType } from './form/form.ts'
import type { RequestStatus } from './request-status.ts'

/** NHS login shows the forms of people from this age on in the NHS App (requirement WF-NFR-16 of the Patient Care Aggregator). */
export const nhsAppMinimumAge = 16

/** The limits of the settings of an organisation. */
export const nhsAppLimits = { clinics: 200, clinicLength: 200 } as const

/** The statuses of a task in the published standard of the Patient Care Aggregator. */
type TaskStatus = 'requested' | 'in-progress' | 'completed' | 'cancelled'

const taskStatuses: Record<RequestStatus, TaskStatus> = {
  unopened: 'requested',
  opened: 'in-progress',
  completed: 'completed',
  sent_in_error: 'cancelled',
  auto_closed: 'cancelled',
  closed: 'cancelled',
  expired: 'cancelled',
}

/** The answers of a closed form request were sent, and patients look for their form among the completed ones. */
export function taskStatusOf(status: RequestStatus, isAnswered: boolean, isPastExpiry: boolean): TaskStatus {
  if (isAnswered && status !== 'sent_in_error') return 'completed'
  const shown = taskStatuses[status]
  return isPastExpiry && (shown === 'requested' || shown === 'in-progress') ? 'cancelled' : shown
}

/** What patients read about a form in the NHS App: its type. The title that the author wrote could name a person. */
const questionnaireTypes: Record<FormType, string> = {
  general: 'Questionnaire',
  waiting_list: 'Waiting list questionnaire',
  pre_assessment: 'Pre-assessment questionnaire',
  risk: 'Risk assessment questionnaire',
  follow_up: 'Follow-up questionnaire',
  review: 'Review questionnaire',
  experience: 'Experience of care questionnaire',
}

/** The code and the name of the type of a form. */
export function questionnaireTypeOf(formType: string) {
  const type = Object.hasOwn(questionnaireTypes, formType) ? (formType as FormType) : 'general'
  return { code: type.replaceAll('_', '-'), name: questionnaireTypes[type] }
}

/** `{Specialty} {questionnaire type}`, as the standard asks, without personal data. */
export const taskDescription = (specialty: string | undefined, typeName: string) =>
  specialty === undefined ? typeName : `${specialty} ${typeName.charAt(0).toLowerCase()}${typeName.slice(1)}`
