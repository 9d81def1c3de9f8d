import { formatLetterCode, letterPostDays } from './letters.ts'
import type { LetterCategory } from './notification.ts'

/** A part of a letter below its address. */
export type LetterPart =
  | { kind: 'heading'; level: 1 | 2; text: string }
  /** `isKept`: on the same page as the next part. */
  | { kind: 'text'; text: string; tone?: 'strong'; isKept?: boolean }
  /** Numbered steps beside a QR code. `shown`: printed large below the step. */
  | { kind: 'steps'; steps: { text: string; shown?: string }[]; qr: { alt: string; label: string } }

/** The text of a template with its fields filled in, and what every letter says besides. */
export type LetterText = {
  category: LetterCategory
  date: Date
  subject: string
  body: string
  contactPhone: string
  contactHours: string
  /** The last day to tell that the appointment is still needed, in words. Only letters about a removal name it outside their text. */
  lastDay: string
  /** The address of the page for codes, and the code that the patient types there. */
  codePage: string
  code: string
}

const longDay = new Intl.DateTimeFormat('en-GB', { dateStyle: 'long', timeZone: 'Europe/London' })

/** The lines of a text without the empty ones. */
export const linesIn = (text: string) =>
  text
    .split('\n')
    .map((line) => line.trim())
    .filter((line) => line !== '')

/** An empty line begins a new paragraph. */
const paragraphsIn = (body: string) =>
  body
    .split(/\n[^\S\n]*\n/)
    .map((paragraph) => linesIn(paragraph).join('\n'))
    .filter((paragraph) => paragraph !== '')

/** As people type it. */
const withoutScheme = (address: string) => address.replace(/^https?:\/\//, '')

type Instructions = { online: string; before?: string; last: string; after: string; alt: string; offline: string; help: string }

/** How to answer, by what the letter is about. An organisation cannot change it, because the pages work in this way. */
const instructionsFor = (category: LetterCategory, lastDay: string): Instructions =>
  category === 'removal_approved'
    ? {
        online: 'If you still need the appointment',
        before: `Tell us by ${lastDay}. This day allows ${letterPostDays} days for the post.`,
        last: 'Enter your date of birth. Then select “I still need the appointment”.',
        after: 'If you agree with our decision, you do not need to do anything. Do not share the code with anyone.',
        alt: 'QR code with the link to our decision. You can use the address and the code instead.',
        offline: 'If you cannot tell us online',
        help: 'Tell us if you still need the appointment. You will stay on the waiting list.',
      }
    : {
        online: 'How to answer online',
        last: 'Enter your date of birth. Then answer the questions.',
        after:
          'You can stop at any time. Your answers are saved, and the same code takes you back to them. Do not share the code with anyone.',
        alt: 'QR code with the link to your form. You can use the address and the code instead.',
        offline: 'If you cannot answer online',
        help: 'We’ll help you answer by phone or another way. If you have already sent your answers, you do not need to do anything.',
      }

/** What a letter says below its address, in reading order: the text of the template, then how to answer. */
export function letterParts({
  category,
  date,
  subject,
  body,
  contactPhone,
  contactHours,
  lastDay,
  codePage,
  code,
}: LetterText): LetterPart[] {
  const { online, before, last, after, alt, offline, help } = instructionsFor(category, lastDay)
  const hours = linesIn(contactHours).join(', ')
  return [
    { kind: 'text', text: longDay.format(date) },
    { kind: 'heading', level: 1, text: subject },
    ...paragraphsIn(body).map((text): LetterPart => ({ kind: 'text', text })),
    { kind: 'heading', level: 2, text: online },
    ...(before === undefined ? [] : [{ kind: 'text', tone: 'strong', text: before, isKept: true } satisfies LetterPart]),
    {
      kind: 'steps',
      steps: [
        { text: 'On a phone, tablet or computer, go to:', shown: withoutScheme(codePage) },
        { text: 'Enter this code:', shown: formatLetterCode(code) },
        { text: last },
      ],
      qr: { alt, label: 'Or scan this QR code with your phone.' },
    },
    { kind: 'text', text: after },
    { kind: 'heading', level: 2, text: offline },
    { kind: 'text', tone: 'strong', text: `Call us on ${contactPhone}${hours && ` (${hours})`}.`, isKept: true },
    { kind: 'text', text: help },
  ]
}

/** The code in previews. It opens no form. */
export const sampleLetterCode = 'K7QM2XWP9RTD'

export const maxLetterPages = 2

/**
 * How many characters fit in a line of print and in a line of the heading, and how many lines of text the pages hold beside what every letter
 * says. The space between paragraphs and the height of the heading are in lines of text.
 */
const room = { line: 85, heading: 40, onOnePage: 9.4, onTwoPages: 44, paragraphGap: 0.35, headingLine: 1.85 }

const linesOf = (text: string, width: number) => Math.max(1, Math.ceil(text.length / width))

/** The pages of a letter with this text: a letter that is said to fit on a page does, unless its words have many wide letters. */
export function letterPages({ subject, body }: Pick<LetterText, 'subject' | 'body'>): number {
  const heading = (linesOf(subject, room.heading) - 1) * room.headingLine
  const text = paragraphsIn(body).reduce(
    (sum, paragraph) => sum + room.paragraphGap + linesIn(paragraph).reduce((lines, line) => lines + linesOf(line, room.line), 0),
    0,
  )
  return heading + text <= room.onOnePage ? 1 : heading + text <= room.onTwoPages ? 2 : 3
}
