import type { Webhook, WebhookDelivery } from '#contract/webhooks.ts'
import { formatCount } from '#domain/amounts.ts'
import { eventDays } from '#domain/events.ts'
import { type SwitchedOffReason, switchOffAfterDays, type WebhookFailure, webhookFailureWords, webhookLimits } from '#domain/webhooks.ts'

export const webhookStatusLabels: Record<Webhook['status'], string> = {
  active: 'In use',
  failing: 'Failing',
  switched_off: 'Switched off',
}

export const switchedOffReasonWords: Record<SwitchedOffReason, string> = {
  user: 'A user switched the endpoint off.',
  gone: 'The endpoint answered that it is no longer in use.',
  failing: `No event was delivered for ${switchOffAfterDays} days.`,
}

/** Why an event was not delivered. `status`: of the answer; null without one. */
export const failureText = (failure: WebhookFailure, status: number | null) =>
  status === null ? webhookFailureWords[failure] : `${webhookFailureWords[failure]} HTTP status ${status}.`

export const webhookListWords = {
  label: 'Webhooks',
  description:
    'A webhook tells another system when something happens, for example when a patient submits a form. Each event has record IDs and no personal data. The other system reads the records as an integration client.',
  empty: { title: 'No webhook endpoints yet', text: 'Create an endpoint for each system that needs to know when something happens.' },
  name: 'Endpoint',
  events: 'Events',
  eventCount: (total: number) => formatCount(total, 'event'),
  status: 'Status',
  lastDelivered: 'Last delivered',
  never: 'No deliveries yet',
  deliveries: 'Not delivered',
  waiting: (total: number) => `${formatCount(total, 'event')} waiting`,
  failed: (total: number) => `${formatCount(total, 'event')} failed`,
  none: 'None',
  since: (moment: string) => `Since ${moment}`,
  actions: 'Actions',
  actionsFor: (webhook: string) => `Actions for ${webhook}`,
  create: 'Create endpoint',
  edit: 'Edit',
  show: 'Show deliveries',
  test: 'Send a test event',
  rotate: 'Create a new secret',
  switchOff: 'Switch off',
  switchOn: 'Switch on',
  remove: 'Delete',
  switchOffTitle: (webhook: string) => `Switch off ${webhook}?`,
  switchOffText:
    'Formward stops sending events to the endpoint and lists the events as failed. You can send failed events after you switch the endpoint on again.',
  removeTitle: (webhook: string) => `Delete ${webhook}?`,
  removeText: 'The endpoint and its list of deliveries will be deleted. You cannot undo this.',
  removed: (webhook: string) => `${webhook} was deleted.`,
  switchedOff: (webhook: string) => `${webhook} was switched off.`,
  switchedOn: (webhook: string) => `${webhook} was switched on. To send failed events, select “Show deliveries”.`,
  tested: (webhook: string, status: number, ms: number) =>
    `The test event was delivered to ${webhook} with HTTP status ${status} in ${ms.toLocaleString('en-GB')} ms.`,
  testFailed: (webhook: string, reason: string) => `The test event was not delivered to ${webhook}. ${reason}`,
}

export const webhookEditorWords = {
  create: 'Create endpoint',
  editTitle: (webhook: string) => `Edit ${webhook}`,
  save: 'Save endpoint',
  cancel: 'Cancel',
  description: 'Description',
  descriptionHint: 'For example, Integration engine',
  address: 'Address',
  addressHint: 'For example, https://engine.hospital.nhs.uk/formward',
  eventTypes: 'Events',
  chooseEvent: 'Choose at least one event.',
  saved: (webhook: string) => `${webhook} was saved.`,
}

export const webhookSecretWords = {
  title: (webhook: string) => `Secret for ${webhook}`,
  warning: 'Copy the secret now',
  text: 'The secret is not shown again. The other system uses the secret to check that an event comes from Formward.',
  secret: 'Secret',
  secretName: 'secret',
  done: 'I have copied the secret',
  rotateTitle: (webhook: string) => `Create a new secret for ${webhook}?`,
  rotateText: `Events are signed with both the old and the new secret for ${webhookLimits.overlapHours} hours. Give the new secret to the other system in this time.`,
  rotate: 'Create new secret',
}

export const deliveryStateLabels: Record<WebhookDelivery['state'], string> = {
  waiting: 'Waiting',
  delivered: 'Delivered',
  failed: 'Failed',
}

export const deliveryWords = {
  label: (webhook: string) => `Deliveries to ${webhook}`,
  description: `Deliveries of the last ${eventDays} days, newest first.`,
  empty: { title: 'No deliveries', text: 'Events of the types that you chose for this endpoint appear here.' },
  noMatch: { title: 'No deliveries match', text: 'Choose another status.' },
  filter: 'Show',
  all: 'All deliveries',
  event: 'Event',
  happened: 'Date and time',
  state: 'Status',
  result: 'Last attempt',
  tries: 'Attempts',
  notTried: 'Not sent yet',
  accepted: (status: number, ms: number) => `Accepted with HTTP status ${status} in ${ms.toLocaleString('en-GB')} ms`,
  nextTry: (moment: string) => `Next attempt: ${moment}`,
  formRequest: 'Form request',
  openRequest: 'Open',
  patient: 'About a patient',
  again: 'Send again',
  againFor: (event: string, moment: string) => `Send again: ${event}, ${moment}`,
  queued: 'The event will be sent again within a few seconds.',
  replay: 'Send failed events again',
  replayTitle: 'Send failed events again',
  replayText: 'Failed events are sent again with the same IDs, so the other system can recognise events that it already has.',
  since: 'From date',
  notReal: 'From date must be a real date.',
  replayed: (total: number) =>
    total === 0 ? 'There are no failed events from that date.' : `${formatCount(total, 'event')} will be sent again.`,
  older: 'Older deliveries',
  newest: 'Newest deliveries',
  refresh: 'Refresh',
  close: 'Close',
  cancel: 'Cancel',
}
