import { pageLanguageOf } from './languages.ts'
import { letterWords } from './letter-words.ts'
import { longDay } from './long-day.ts'
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
  /** The language of the text. The words around it are in that language if Formward has them, else in English. */
  language: string
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

/** What a letter says below its address, in reading order: the text of the template, then how to answer. */
export function letterParts({
  category,
  language,
  date,
  subject,
  body,
  contactPhone,
  contactHours,
  lastDay,
  codePage,
  code,
}: LetterText): LetterPart[] {
  const words = letterWords[pageLanguageOf(language)]
  const { online, before, last, after, alt, offline, help } = words.instructions(category, lastDay, letterPostDays)
  const hours = linesIn(contactHours).join(', ')
  return [
    { kind: 'text', text: longDay(date, language) },
    { kind: 'heading', level: 1, text: subject },
    ...paragraphsIn(body).map((text): LetterPart => ({ kind: 'text', text })),
    { kind: 'heading', level: 2, text: online },
    ...(before === undefined ? [] : [{ kind: 'text', tone: 'strong', text: before, isKept: true } satisfies LetterPart]),
    {
      kind: 'steps',
      steps: [{ text: words.address, shown: withoutScheme(codePage) }, { text: words.code, shown: formatLetterCode(code) }, { text: last }],
      qr: { alt, label: words.scan },
    },
    { kind: 'text', text: after },
    { kind: 'heading', level: 2, text: offline },
    { kind: 'text', tone: 'strong', text: words.call(contactPhone, hours), isKept: true },
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
