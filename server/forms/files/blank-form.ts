import type { Question } from '#domain/form/definition.ts'
import { conditionSentence } from '#domain/form/logic/condition.ts'
import { isAsked, numbersOf } from '#domain/form/path.ts'
import type { Control } from '#domain/form/question-type.ts'
import { questionTypes } from '#domain/form/question-types.ts'
import { directionOf } from '#domain/languages.ts'
import { dateOf } from '#domain/moments.ts'
import { type PdfBlock, type PdfDocument, type PdfText, plainText } from '#server/documents/pdf/document.ts'

import type { RequestedForm } from './download-form.ts'
import type { FormInLanguage } from './form-in-language.ts'

/** A form to fill in on paper: every question, with the space that its answer needs. */
export function blankForm(
  { version, publishedAt }: RequestedForm,
  paper: FormInLanguage,
  { organisation, printedAt }: { organisation: string; printedAt: Date },
): PdfDocument {
  const { words, title, definition } = paper
  const versionWords = version === 'draft' ? words.draft : words.version(version, paper.answers.date(dateOf(publishedAt)))
  const numbers = numbersOf(definition.questions)
  return {
    language: paper.language,
    title,
    running: { left: [organisation, title], right: [versionWords] },
    // Sheets may come apart, and only the first asks for all details.
    askedOnLaterPages: [words.details.name, words.details.nhsNumber],
    pageNumber: words.pageNumber,
    foot: `${words.printed} ${words.moment(printedAt)}`,
    blocks: [
      { kind: 'heading', level: 1, text: paper.titleText },
      ...(version === 'draft' ? [{ kind: 'text', tone: 'strong', text: words.isDraft } as const] : []),
      {
        kind: 'facts',
        facts: [
          { name: words.from, value: organisation },
          { name: words.form, value: versionWords },
        ],
      },
      ...detailsBlocks(paper),
      ...(definition.questions[0]?.type === 'section' ? [] : [{ kind: 'heading', level: 2, text: words.questions } as const]),
      ...definition.questions.flatMap((question) => questionBlocks(question, paper, numbers.get(question.id))),
    ],
  }
}

function detailsBlocks({ words: { details }, answers }: FormInLanguage): PdfBlock[] {
  const day = [
    { label: answers.day, count: 2 },
    { label: answers.month, count: 2 },
    { label: answers.year, count: 4 },
  ]
  return [
    { kind: 'heading', level: 2, text: details.heading },
    { kind: 'heading', level: 3, text: details.name },
    { kind: 'space', space: { kind: 'lines', count: 1, alt: details.nameSpace } },
    { kind: 'heading', level: 3, text: details.birth },
    { kind: 'space', space: { kind: 'boxes', parts: day, alt: details.birthBoxes } },
    { kind: 'heading', level: 3, text: details.nhsNumberIfKnown },
    { kind: 'space', space: { kind: 'boxes', parts: [3, 3, 4].map((count) => ({ label: '', count })), alt: details.nhsNumberBoxes } },
    { kind: 'heading', level: 3, text: details.today },
    { kind: 'space', space: { kind: 'boxes', parts: day, alt: details.todayBoxes } },
  ]
}

/** Paper cannot hide questions, so conditions are printed. */
function questionBlocks(question: Question, paper: FormInLanguage, number: number | undefined): PdfBlock[] {
  const { words, questionText } = paper
  const { hint, body, showIf, type } = question
  const isPart = type === 'section'
  const onlyIf = isPart ? words.onlyIf.part : isAsked(question) ? words.onlyIf.question : words.onlyIf.text
  return [
    { kind: 'heading', level: isPart ? 2 : 3, text: numbered(number, questionText(question, 'title')) },
    ...(showIf ? [muted(conditionSentence(onlyIf, showIf, asNamed(paper), words.conditions), true)] : []),
    ...(hint?.trim() ? [muted(questionText(question, 'hint'), isAsked(question))] : []),
    ...(body?.trim() && !isAsked(question) ? [{ kind: 'text', text: questionText(question, 'body') } as const] : []),
    ...(isAsked(question) ? [muted(instructionOf(question, paper), true), ...controlBlocks(question, paper)] : []),
  ]
}

/**
 * A text of the form inside of a sentence of fixed words. Isolated, so that it keeps its direction and its punctuation where the sentence has the other
 * one (https://www.unicode.org/reports/tr9/#Explicit_Directional_Isolates).
 */
const inSentence = (text: string, { chosen, language }: FormInLanguage) =>
  text.trim() !== '' && directionOf(chosen) !== directionOf(language) ? `\u2068${text}\u2069` : text

/** The questions with the names that they have in a sentence. */
const asNamed = (paper: FormInLanguage): Question[] =>
  paper.definition.questions.map(({ options, ...question }) => ({
    ...question,
    title: inSentence(question.title, paper),
    ...(options && { options: options.map((option) => ({ ...option, label: inSentence(option.label, paper) })) }),
  }))

/** A title with its number, in the language of the title. */
export function numbered(number: number | undefined, title: PdfText): PdfText {
  if (number === undefined) return title
  const text = `${number}. ${plainText(title)}`
  return typeof title === 'string' ? text : { ...title, text }
}

const muted = (text: PdfText, isKept: boolean): PdfBlock => ({ kind: 'text', tone: 'muted', text, isKept })

const controlOf = (question: Question, { answers }: FormInLanguage) => questionTypes[question.type].control(question, answers)

/** The instruction for a question, and whether an answer is required. */
function instructionOf(question: Question, paper: FormInLanguage) {
  const must = question.required ? paper.words.required : paper.words.optional
  return [must, ...howTo(controlOf(question, paper), question, paper)].join(' ')
}

function howTo(control: Control, { min, max }: Question, paper: FormInLanguage): string[] {
  const { words } = paper
  if (control.kind === 'list') return [words.tickOne]
  if (control.kind === 'text' && control.inputMode) return [words.number(min, max)]
  if (control.kind !== 'choices') return []
  if (!control.isMany) return [control.ends ? words.tickNumber : words.tickOne]
  const alone = control.choices.find(({ value }) => value === control.alone)
  return [words.tickAll, ...(alone ? [words.tickAlone(inSentence(alone.label, paper))] : [])]
}

/** The space for an answer on paper. */
function controlBlocks(question: Question, paper: FormInLanguage): PdfBlock[] {
  const { words } = paper
  const control = controlOf(question, paper)
  const labels = (choices: readonly { value: string; label: string }[]) =>
    choices.map(({ value, label }) => paper.optionText(question, value, label))
  switch (control.kind) {
    case 'none':
      return []
    case 'text': {
      const { lines, width, suffix } = control
      // Handwriting needs more space than typing.
      const count = lines > 1 ? lines + 2 : width === undefined ? 2 : 1
      return [{ kind: 'space', space: { kind: 'lines', count, width, suffix, alt: words.space(suffix, count) } }]
    }
    case 'choices': {
      if (!control.ends) return [{ kind: 'list', mark: control.isMany ? 'square' : 'circle', items: labels(control.choices) }]
      const steps = control.choices.map(({ label }) => label)
      const { low, high } = control.ends
      const end = (step: string | undefined, label: string) => `${step ?? ''}${label ? ` (${label})` : ''}`
      return [
        { kind: 'space', space: { kind: 'steps', steps, low, high, alt: words.circles(end(steps[0], low), end(steps.at(-1), high)) } },
      ]
    }
    case 'list':
      return [{ kind: 'list', mark: 'circle', items: labels(control.choices) }]
    case 'parts': {
      const parts = control.parts.map(({ label, width }) => ({ label, count: width }))
      return [{ kind: 'space', space: { kind: 'boxes', parts, alt: words.boxes(parts.map(({ label }) => label).join(', ')) } }]
    }
  }
}
