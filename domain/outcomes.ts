import type { RequestStatus } from './request-status.ts'

export const maxNoteLength = 4_000
export const maxOutcomeNameLength = 100
/** In use or not, in one organisation. */
export const maxOutcomes = 200

/** The list that a new organisation starts with, in this order. */
export const defaultOutcomes = [
  'No action needed',
  'Advice given',
  'Telephoned the patient',
  'Appointment booked',
  'Referred on',
  'Could not be reached',
] as const

/** `formIds`: the forms that the outcome is for; empty for all forms. */
export type OutcomeChoice = { id: string; name: string; isInUse: boolean; formIds: readonly string[] }

/** The outcomes that a user can choose for a request of this form. */
export const outcomesFor = <Outcome extends OutcomeChoice>(outcomes: readonly Outcome[], formId: string) =>
  outcomes.filter(({ isInUse, formIds }) => isInUse && (formIds.length === 0 || formIds.includes(formId)))

export const outcomeRefusals = {
  needed: 'This form request is urgent. Choose an outcome before you close the form request.',
  notInUse: 'This outcome is no longer in use. Choose another outcome.',
  otherForm: 'This outcome is not for this form. Choose another outcome.',
} as const
type OutcomeRefusal = keyof typeof outcomeRefusals

/**
 * The outcome with this id, or why it cannot be recorded. An urgent request is closed only with an outcome, unless the organisation has none
 * in use for the form.
 */
export function chooseOutcome<Outcome extends OutcomeChoice>(
  outcomes: readonly Outcome[],
  { formId, isUrgent }: { formId: string; isUrgent: boolean },
  id: string | undefined,
): { outcome: Outcome | undefined } | { refusal: OutcomeRefusal } {
  const offered = outcomesFor(outcomes, formId)
  if (id === undefined) return isUrgent && offered.length > 0 ? { refusal: 'needed' } : { outcome: undefined }
  const outcome = offered.find((one) => one.id === id)
  if (outcome) return { outcome }
  return { refusal: outcomes.some((one) => one.id === id && one.isInUse) ? 'otherForm' : 'notInUse' }
}

const statusesWithOutcome: readonly RequestStatus[] = ['closed', 'auto_closed', 'expired']

/** Whether an outcome can be recorded or corrected in this status. Reopening removes the outcome. */
export const canHaveOutcome = (status: RequestStatus) => statusesWithOutcome.includes(status)
