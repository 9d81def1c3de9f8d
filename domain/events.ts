/** What other systems are told about (INT-3). The names are part of the API: an event keeps its name. */
export const eventTypes = [
  'form_request.created',
  'form_request.sent',
  'form_request.message_not_delivered',
  'form_request.opened',
  'form_request.submitted',
  'form_request.urgent_answer',
  'form_request.closed',
  'form_request.outcome_recorded',
  'form_request.reopened',
  'form_request.expired',
  'form_request.cancelled',
  'waiting_list.decided',
  'patient.created',
  'patient.updated',
  'patient.deceased',
  'patient.archived',
  'patient.restored',
  'patient.erased',
] as const
export type EventType = (typeof eventTypes)[number]

/** Tells whether a text, for example of a database column, is the name of an event. */
export const isEventType = (text: string): text is EventType => (eventTypes as readonly string[]).includes(text)

/** An event that an administrator sends to try an endpoint. */
export const testEventType = 'webhook.test'

export const eventTypeLabels: Record<EventType, string> = {
  'form_request.created': 'Form request created',
  'form_request.sent': 'Form sent to the patient',
  'form_request.message_not_delivered': 'Message not delivered',
  'form_request.opened': 'Form opened by the patient',
  'form_request.submitted': 'Answers submitted',
  'form_request.urgent_answer': 'Urgent answer submitted',
  'form_request.closed': 'Form request closed',
  'form_request.outcome_recorded': 'Outcome recorded or corrected',
  'form_request.reopened': 'Form request reopened',
  'form_request.expired': 'Form request expired',
  'form_request.cancelled': 'Form request marked as sent in error',
  'waiting_list.decided': 'Waiting list decision made',
  'patient.created': 'Patient added',
  'patient.updated': 'Patient changed',
  'patient.deceased': 'Patient marked as deceased',
  'patient.archived': 'Patient archived',
  'patient.restored': 'Patient restored',
  'patient.erased': 'Record of the patient erased',
}

/** Days after which events and their deliveries are removed. The policy in 0048-events-and-webhooks.sql has the same number. */
export const eventDays = 30

/** Events on a page of the list of events. */
export const eventPage = { default: 100, most: 1_000 } as const
