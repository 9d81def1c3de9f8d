import { formatCount } from '#domain/amounts.ts'
import { welshAnswers } from '#domain/form/answer-words/cy.ts'
import { type AnswerWords, englishAnswers } from '#domain/form/answer-words/en.ts'
import { type ConditionWords, englishConditions } from '#domain/form/logic/condition.ts'
import type { PageLanguage } from '#domain/languages.ts'
import { formatDateTime } from '#domain/moments.ts'

/** The fixed words of a form on paper, and of a copy of the answers. */
const englishPaper = {
  answers: englishAnswers,
  conditions: englishConditions,
  moment: (at: string | Date) => formatDateTime(at),
  copy: (form: string) => `${form}: your answers`,
  personalData: 'Contains personal data',
  sent: 'Sent',
  sentTo: 'Sent to',
  formVersion: 'Form version',
  answersHeading: 'Answers',
  notAnswered: 'Not answered',
  notAsked: (count: number) =>
    count === 1
      ? 'One question of the form is not shown: it was not asked because of other answers.'
      : `${count} questions of the form are not shown: they were not asked because of other answers.`,
  pageNumber: 'Page {page} of {pages}',
  printed: 'Printed',
  from: 'From',
  form: 'Form',
  draft: 'Draft',
  isDraft: 'This is a draft. It has not been published.',
  version: (number: number, day: string) => `Version ${number}, published ${day}`,
  questions: 'Questions',
  details: {
    heading: 'Your details',
    name: 'Full name',
    nameSpace: 'Space for your name',
    birth: 'Date of birth',
    birthBoxes: 'Boxes for the day, month and year of your birth',
    nhsNumber: 'NHS number',
    nhsNumberIfKnown: 'NHS number, if you know it',
    nhsNumberBoxes: 'Boxes for the ten digits of your NHS number',
    today: 'Today’s date',
    todayBoxes: 'Boxes for today’s day, month and year',
  },
  onlyIf: { part: 'Fill in this part only if', question: 'Answer this only if', text: 'Read this only if' },
  required: 'Please answer.',
  optional: 'You can leave this blank.',
  tickOne: 'Tick one.',
  tickNumber: 'Tick one number.',
  tickAll: 'Tick all that apply.',
  tickAlone: (label: string) => `If you tick ‘${label}’, tick nothing else.`,
  number: (min: number | undefined, max: number | undefined) => {
    if (min !== undefined && max !== undefined) return `Write a number from ${min} to ${max}.`
    if (min !== undefined) return `Write a number, ${min} or more.`
    return max === undefined ? 'Write a number.' : `Write a number, ${max} or less.`
  },
  space: (unit: string | undefined, lines: number) => `Space for your answer${unit ? ` in ${unit}` : ''}: ${formatCount(lines, 'line')}`,
  circles: (from: string, to: string) => `Circles to tick, from ${from} to ${to}`,
  boxes: (parts: string) => `Boxes for your answer: ${parts}`,
}
type Paper = Omit<typeof englishPaper, 'answers' | 'conditions'> & { answers: AnswerWords; conditions: ConditionWords }
export type PaperWords = Omit<Paper, 'answers'>

const welshMoment = new Intl.DateTimeFormat('cy', {
  day: 'numeric',
  month: 'long',
  year: 'numeric',
  hour: '2-digit',
  minute: '2-digit',
  hourCycle: 'h23',
  timeZone: 'Europe/London',
})

// No translator has checked these Welsh words yet.
const welshPaper: Paper = {
  answers: welshAnswers,
  conditions: {
    operators: {
      equals: '–',
      not_equals: '– nid',
      more: '– mwy na',
      less: '– llai na',
      at_least: '– o leiaf',
      at_most: '– dim mwy na',
      answered: 'wedi’i ateb',
      not_answered: 'heb ei ateb',
    },
    dates: { more: '– ar ôl', less: '– cyn', at_least: '– ar neu ar ôl', at_most: '– ar neu cyn' },
    includes: '– yn cynnwys',
    excludes: '– heb gynnwys',
    deleted: 'cwestiwn sydd wedi’i ddileu',
    untitled: 'Cwestiwn heb deitl',
    always: 'bob amser',
    never: 'byth',
    and: 'ac hefyd',
    or: 'neu',
    answers: welshAnswers,
  },
  moment: (at) => welshMoment.format(new Date(at)),
  copy: (form) => `${form}: eich atebion`,
  personalData: 'Yn cynnwys data personol',
  sent: 'Anfonwyd',
  sentTo: 'Anfonwyd at',
  formVersion: 'Fersiwn y ffurflen',
  answersHeading: 'Atebion',
  notAnswered: 'Heb ei ateb',
  notAsked: (count) => `Nid yw pob cwestiwn yn cael ei ddangos. Ni ofynnwyd ${count} ohonynt oherwydd atebion eraill.`,
  pageNumber: 'Tudalen {page} o {pages}',
  printed: 'Argraffwyd',
  from: 'Oddi wrth',
  form: 'Ffurflen',
  draft: 'Drafft',
  isDraft: 'Drafft yw hwn. Nid yw wedi’i gyhoeddi.',
  version: (number, day) => `Fersiwn ${number}, cyhoeddwyd ${day}`,
  questions: 'Cwestiynau',
  details: {
    heading: 'Eich manylion',
    name: 'Enw llawn',
    nameSpace: 'Lle ar gyfer eich enw',
    birth: 'Dyddiad geni',
    birthBoxes: 'Blychau ar gyfer diwrnod, mis a blwyddyn eich geni',
    nhsNumber: 'Rhif y GIG',
    nhsNumberIfKnown: 'Rhif y GIG, os ydych yn ei wybod',
    nhsNumberBoxes: 'Blychau ar gyfer deg digid eich rhif GIG',
    today: 'Dyddiad heddiw',
    todayBoxes: 'Blychau ar gyfer diwrnod, mis a blwyddyn heddiw',
  },
  onlyIf: {
    part: 'Llenwch y rhan hon dim ond os yw’r canlynol yn wir:',
    question: 'Atebwch hwn dim ond os yw’r canlynol yn wir:',
    text: 'Darllenwch hwn dim ond os yw’r canlynol yn wir:',
  },
  required: 'Atebwch, os gwelwch yn dda.',
  optional: 'Gallwch adael hwn yn wag.',
  tickOne: 'Ticiwch un.',
  tickNumber: 'Ticiwch un rhif.',
  tickAll: 'Ticiwch bopeth sy’n berthnasol.',
  tickAlone: (label) => `Os ticiwch ‘${label}’, peidiwch â thicio dim byd arall.`,
  number: (min, max) => {
    if (min !== undefined && max !== undefined) return `Ysgrifennwch rif o ${min} i ${max}.`
    if (min !== undefined) return `Ysgrifennwch rif, ${min} neu fwy.`
    return max === undefined ? 'Ysgrifennwch rif.' : `Ysgrifennwch rif, ${max} neu lai.`
  },
  space: (unit, lines) => `Lle ar gyfer eich ateb${unit ? ` mewn ${unit}` : ''}: ${lines} llinell`,
  circles: (from, to) => `Cylchoedd i’w ticio, o ${from} i ${to}`,
  boxes: (parts) => `Blychau ar gyfer eich ateb: ${parts}`,
}

/** A language without its words does not compile. */
export const paperWords: Record<PageLanguage, Paper> = { en: englishPaper, cy: welshPaper }
