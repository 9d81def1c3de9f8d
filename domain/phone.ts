import { parsePhoneNumberFromString, type MetadataJson } from 'libphonenumber-js/core'

import { phoneMetadata } from './phone-metadata.ts'

// A cast because the library types its metadata as tuples, which a literal is not.
const metadata = phoneMetadata as unknown as MetadataJson

// 07700 900000 to 900999 are reserved for fiction by Ofcom (https://www.ofcom.org.uk/phones-and-broadband/phone-numbers/numbers-for-drama).
// The library refuses them, but synthetic patients and the test numbers of GOV.UK Notify use them.
const fictional = /^7700900\d{3}$/

// The patterns of mobile numbers in libphonenumber's metadata. Matching them directly is many times faster than parsing, which matters for
// an import of 100,000 rows.
const mobilePatterns = Object.values(phoneMetadata.countries).map(
  (plan) => new RegExp(`^(?:${String((plan[11] as unknown[][])[1]?.[0])})$`),
)

const isMobileWithin44 = (national: string) => fictional.test(national) || mobilePatterns.some((pattern) => pattern.test(national))

/**
 * A UK mobile number in E.164 ('+447700900123'), or undefined when the text is none (specification section 5, phone).
 * Read with GB as the default region; it must be valid and of mobile or fixed-line-or-mobile type. A number with an extension is refused.
 */
export function normalisePhone(text: string): string | undefined {
  const compact = text.replace(/\s/g, '')
  const national = /^(?:\+44|0044|0)(7\d{9})$/.exec(compact)?.[1]
  if (national !== undefined) return isMobileWithin44(national) ? `+44${national}` : undefined
  const parsed = parsePhoneNumberFromString(compact, { defaultCountry: 'GB', extract: false }, metadata)
  if (!parsed || parsed.ext !== undefined) return undefined
  if (parsed.countryCallingCode === '44' && fictional.test(parsed.nationalNumber)) return parsed.number
  const type = parsed.isValid() ? parsed.getType() : undefined
  return type === 'MOBILE' || type === 'FIXED_LINE_OR_MOBILE' ? parsed.number : undefined
}

/** Tells whether a text is a UK mobile number a message can be sent to. */
export const isMobile = (text: string) => normalisePhone(text) !== undefined
