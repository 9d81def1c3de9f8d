import { z } from 'zod'

export type MailSender = { name: string; address: string }

const email = z.email()
/** Control characters could end a header. The other characters have a meaning in one. */
const forbiddenInName = /[\p{Cc}\p{Zl}\p{Zp}<>"\\]/u

/** `forms@example.nhs.uk` or `Northbury Hospitals <forms@example.nhs.uk>`. Undefined for any other form. */
export function parseSender(text: string): MailSender | undefined {
  const [, quoted, plain, inBrackets] = /^(?:"([^"]*)"|([^"<>]*))\s*<([^<>]*)>$/.exec(text.trim()) ?? []
  const name = (quoted ?? plain ?? '').trim()
  const address = inBrackets ?? text.trim()
  return email.safeParse(address).success && !forbiddenInName.test(name) ? { name, address } : undefined
}
