import { formatCount } from '#domain/amounts.ts'
import { formatDateTime } from '#domain/moments.ts'
import type { FormDefinition, Question } from '#domain/form/definition.ts'
import { conditionSentence } from '#domain/form/logic/condition.ts'
import { isAsked, numbersOf } from '#domain/form/path.ts'
import type { Control } from '#domain/form/question-type.ts'
import { questionTypes } from '#domain/form/question-types.ts'
import type { PdfBlock, PdfDocument } from '#server/documents/pdf/document.ts'

import type { RequestedForm } from './download-form.ts'

/** A form to fill in on paper: every question, with the space that its answer needs. */
export function blankForm(
  { title, definition, version, versionWords }: RequestedForm,
  { organisation, printedAt }: { organisation: string; printedAt: Date },
): PdfDocument {
  const numbers = numbersOf(definition.questions)
  return {
    title,
    running: { left: [organisation, title], right: [versionWords] },
    // Sheets may come apart, and only the first asks for all details.
    askedOnLaterPages: ['Full name', 'NHS number'],
    foot: `Printed ${formatDateTime(printedAt)}`,
    blocks: [
      { kind: 'heading', level: 1, text: title },
      ...(version === 'draft' ? [{ kind: 'text', tone: 'strong', text: 'This is a draft. It has not been published.' } as const] : []),
      {
        kind: 'facts',
        facts: [
          { name: 'From', value: organisation },
          { name: 'Form', value: versionWords },
        ],
      },
      ...yourDetails,
      ...(definition.questions[0]?.type === 'section' ? [] : [{ kind: 'heading', level: 2, text: 'Questions' } as const]),
      ...definition.questions.flatMap((question) => questionBlocks(question, definition, numbers.get(question.id))),
    ],
  }
}

/** Paper cannot hide questions, so conditions are printed. */
const yourDetails: PdfBlock[] = [
  { kind: 'heading', level: 2, text: 'Your details' },
  { kind: 'heading', level: 3, text: 'Full name' },
  { kind: 'space', space: { kind: 'lines', count: 1, alt: 'Space for your name' } },
  { kind: 'heading', level: 3, text: 'Date of birth' },
  { kind: 'space', space: { kind: 'boxes', parts: dayParts(), alt: 'Boxes for the day, month and year of your birth' } },
  { kind: 'heading', level: 3, text: 'NHS number, if you know it' },
  {
    kind: 'space',
    space: { kind: 'boxes', parts: [3, 3, 4].map((count) => ({ label: '', count })), alt: 'Boxes for the ten digits of your NHS number' },
  },
  { kind: 'heading', level: 3, text: 'Today’s date' },
  { kind: 'space', space: { kind: 'boxes', parts: dayParts(), alt: 'Boxes for today’s day, month and year' } },
]

function dayParts() {
  return [
    { label: 'Day', count: 2 },
    { label: 'Month', count: 2 },
    { label: 'Year', count: 4 },
  ]
}

function questionBlocks(question: Question, { questions }: FormDefinition, number: number | undefined): PdfBlock[] {
  const { title, hint, body, showIf, type } = question
  const isPart = type === 'section'
  return [
    { kind: 'heading', level: isPart ? 2 : 3, text: number === undefined ? title : `${number}. ${title}` },
    ...(showIf ? [muted(conditionSentence(onlyIf(isPart, isAsked(question)), showIf, questions), true)] : []),
    ...(hint?.trim() ? [muted(hint, isAsked(question))] : []),
    ...(body?.trim() && !isAsked(question) ? [{ kind: 'text', text: body } as const] : []),
    ...(isAsked(question) ? [muted(instructionOf(question), true), ...controlBlocks(question)] : []),
  ]
}

const onlyIf = (isPart: boolean, isAsked: boolean) =>
  isPart ? 'Fill in this part only if' : isAsked ? 'Answer this only if' : 'Read this only if'

const muted = (text: string, isKept: boolean): PdfBlock => ({ kind: 'text', tone: 'muted', text, isKept })

const controlOf = (question: Question) => questionTypes[question.type].control(question)

/** The instruction for a question, and whether an answer is required. */
export function instructionOf(question: Question) {
  const must = question.required ? 'Please answer.' : 'You can leave this blank.'
  return [must, ...howTo(controlOf(question), question)].join(' ')
}

function howTo(control: Control, { min, max }: Question): string[] {
  if (control.kind === 'list') return ['Tick one.']
  if (control.kind === 'text' && control.inputMode) return [rangeWords(min, max)]
  if (control.kind !== 'choices') return []
  if (!control.isMany) return [control.ends ? 'Tick one number.' : 'Tick one.']
  const alone = control.choices.find(({ value }) => value === control.alone)
  return ['Tick all that apply.', ...(alone ? [`If you tick ‘${alone.label}’, tick nothing else.`] : [])]
}

function rangeWords(min: number | undefined, max: number | undefined) {
  if (min !== undefined && max !== undefined) return `Write a number from ${min} to ${max}.`
  if (min !== undefined) return `Write a number, ${min} or more.`
  return max === undefined ? 'Write a number.' : `Write a number, ${max} or less.`
}

/** The space for an answer on paper. */
export function controlBlocks(question: Question): PdfBlock[] {
  const control = controlOf(question)
  switch (control.kind) {
    case 'none':
      return []
    case 'text': {
      const { lines, width, suffix } = control
      // Handwriting needs more space than typing.
      const count = lines > 1 ? lines + 2 : width === undefined ? 2 : 1
      const alt = `Space for your answer${suffix ? ` in ${suffix}` : ''}: ${formatCount(count, 'line')}`
      return [{ kind: 'space', space: { kind: 'lines', count, width, suffix, alt } }]
    }
    case 'choices': {
      const items = control.choices.map(({ label }) => label)
      if (!control.ends) return [{ kind: 'list', mark: control.isMany ? 'square' : 'circle', items }]
      const { low, high } = control.ends
      const words = (end: string | undefined, label: string) => `${end ?? ''}${label ? ` (${label})` : ''}`
      const alt = `Circles to tick, from ${words(items[0], low)} to ${words(items.at(-1), high)}`
      return [{ kind: 'space', space: { kind: 'steps', steps: items, low, high, alt } }]
    }
    case 'list':
      return [{ kind: 'list', mark: 'circle', items: control.choices.map(({ label }) => label) }]
    case 'parts': {
      const parts = control.parts.map(({ label, width }) => ({ label, count: width }))
      return [
        { kind: 'space', space: { kind: 'boxes', parts, alt: `Boxes for your answer: ${parts.map(({ label }) => label).join(', ')}` } },
      ]
    }
  }
}
