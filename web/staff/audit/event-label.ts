import { auditEvents } from '#domain/audit-events.ts'

/** The label of an event type: `tenantMemberLogin` is "User login", and `pepSubscriberRead` is "PEP subscriber read". */
export function eventLabel(eventType: string) {
  const words = eventType
    .replace(/^tenantMember/, 'user')
    .replace(/^tenant/, 'organisation')
    .replace(/[A-Z]/g, (letter) => ` ${letter.toLowerCase()}`)
    .replace(/^pep\b/, 'PEP')
    .replace(/^nhs app\b/, 'NHS App')
  return words.charAt(0).toUpperCase() + words.slice(1)
}

export const eventOptions = auditEvents
  .map((value) => ({ value, label: eventLabel(value) }))
  .sort((one, other) => one.label.localeCompare(other.label))
