import { pageLanguageOf, tagOf } from '#domain/languages.ts'
import { letterWords } from '#domain/letter-words.ts'
import { letterParts, type LetterText, linesIn } from '#domain/letter-text.ts'
import { addressLines, type PostalAddress } from '#domain/letters.ts'
import type { PdfLetter } from '#server/documents/pdf/letters/letter.ts'

/** One letter: the text of its template with the fields filled in, to whom, and from whom. */
export type LetterContent = Omit<LetterText, 'contactPhone' | 'contactHours'> & {
  reference: string
  patient: { firstName: string; lastName: string; address: PostalAddress }
  organisation: { name: string; contactPhone: string; contactHours: string; contactAddress: string }
  /** The same link as in a message, for the QR code. */
  link: string
}

/** The patient's name and address, as the window of the envelope shows them. */
export const envelopeLines = ({ firstName, lastName, address }: LetterContent['patient']) => [
  `${firstName} ${lastName}`,
  ...addressLines(address),
]

/** Many organisations start their address with their name, which a letter prints above the address. */
function addressWithoutName({ name, contactAddress }: LetterContent['organisation']) {
  const lines = linesIn(contactAddress)
  return lines[0]?.toLowerCase() === name.toLowerCase() ? lines.slice(1) : lines
}

/** The letter to one patient. */
export function composeLetter({ reference, patient, organisation, link, ...text }: LetterContent): PdfLetter {
  const { name, contactPhone, contactHours } = organisation
  const ownAddress = addressWithoutName(organisation)
  const words = letterWords[pageLanguageOf(text.language)]
  const parts = letterParts({ ...text, contactPhone, contactHours })
  return {
    language: tagOf(text.language),
    pageNumber: words.pageNumber,
    reference,
    returnTo: `Return to: ${[name, ...ownAddress].join(', ')}`,
    addressee: envelopeLines(patient),
    sender: {
      name,
      lines: [...ownAddress, `${words.phone}: ${contactPhone}`, ...linesIn(contactHours)],
    },
    blocks: parts.map((part) => (part.kind === 'steps' ? { ...part, qr: { ...part.qr, content: link } } : part)),
  }
}
