import { auditEvents } from '#domain/audit-events.ts'

/** The label of an event type: `tenantMemberLogin` is "User login". */
export function eventLabel(eventType: string) {
  const words = eventType
    .replace(/^tenantMember/, 'user')
    .replace(/^tenant/, 'organisation')
    .replace(/[A-Z]/g, (letter) => ` ${letter.toLowerCase()}`)
  return words.charAt(0).toUpperCase() + words.slice(1)
}

export const eventOptions = auditEvents
  .map((value) => ({ value, label: eventLabel(value) }))
  .sort((one, other) => one.label.localeCompare(other.label))
