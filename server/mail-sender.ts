import { z } from 'zod'

export type MailSender = { name: string; address: string }

const email = z.email()
/** Control characters would end a header; the others have a meaning of their own in one. */
const forbiddenInName = /[\p{Cc}\p{Zl}\p{Zp}<>"\\]/u

/** `forms@example.nhs.uk`, or with a name: `Northbury Hospitals <forms@example.nhs.uk>`. Undefined where it is neither. */
export function parseSender(text: string): MailSender | undefined {
  const [, quoted, plain, inBrackets] = /^(?:"([^"]*)"|([^"<>]*))\s*<([^<>]*)>$/.exec(text.trim()) ?? []
  const name = (quoted ?? plain ?? '').trim()
  const address = inBrackets ?? text.trim()
  return email.safeParse(address).success && !forbiddenInName.test(name) ? { name, address } : undefined
}
