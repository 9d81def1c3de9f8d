import { formatPhone } from './phone-words.ts'
import type { NotificationMethod } from './notification.ts'

/**
 * Where a message went, with the middle left out: enough to tell one number or address of a patient from another. '' for the NHS App, which has no
 * address.
 */
export function maskedContact(method: NotificationMethod, recipient: string): string {
  if (method === 'sms') return maskedPhone(formatPhone(recipient))
  return method === 'email' ? maskedEmail(recipient) : ''
}

/** Keeps the first five and the last three characters of a number that is long enough to hide some. */
const maskedPhone = (phone: string) => (phone.length < 10 ? '•••' : `${phone.slice(0, 5).trim()} ••• ${phone.slice(-3)}`)

function maskedEmail(address: string) {
  const at = address.lastIndexOf('@')
  return at < 1 ? '•••' : `${address.slice(0, 1)}•••${address.slice(at)}`
}
