import { expect, test } from 'vitest'

import { maskedContact } from './masked-contact.ts'

test.each([
  ['sms', '+447700900123', '07700 ••• 123'],
  ['sms', '12345', '•••'],
  ['email', 'samira.okafor@example.com', 's•••@example.com'],
  ['email', 'a@example.com', 'a•••@example.com'],
  ['email', '@example.com', '•••'],
  ['nhs_app', '9990000018', ''],
] as const)('%s to %s is shown as %j (NOT-8)', (method, recipient, shown) => {
  expect(maskedContact(method, recipient)).toBe(shown)
})
