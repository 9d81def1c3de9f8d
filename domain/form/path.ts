import type { FormDefinition, Question } from './definition.ts'
import { createAnswerLookup, holds } from './logic/condition.ts'
import { isUnanswered, type Answers } from './question.ts'
import { questionTypes } from './question-types.ts'

/** Tells whether a question takes an answer; information and sections do not. */
export const isAsked = (question: Question) => questionTypes[question.type].comparison !== 'nothing'

/** Results by list, because a screen asks for the number of each of 300 questions. */
const numbered = new WeakMap<readonly Question[], ReadonlyMap<string, number>>()

/** The number of each question that takes an answer; information pages and sections have none. The list must not be changed afterwards. */
export function numbersOf(questions: readonly Question[]): ReadonlyMap<string, number> {
  const numbers = numbered.get(questions) ?? new Map(questions.filter(isAsked).map(({ id }, at) => [id, at + 1]))
  numbered.set(questions, numbers)
  return numbers
}

/**
 * The questions, information pages and sections that are shown for these answers, in order. One pass is enough: a condition uses only
 * earlier, shown questions. Answers to hidden questions are kept but ignored.
 */
export function visiblePath(definition: FormDefinition, answers: Answers): Question[] {
  const { answerTo, record } = createAnswerLookup(definition)
  let isSectionShown = true
  return definition.questions.filter((question) => {
    const isHeld = question.showIf === undefined || holds(question.showIf, answerTo)
    if (question.type === 'section') isSectionShown = isHeld
    const isShown = isHeld && isSectionShown
    if (isShown && isAsked(question)) record(question.id, Object.hasOwn(answers, question.id) ? answers[question.id] : undefined)
    return isShown
  })
}

/** The shown questions that take an answer. */
export const visibleQuestions = (definition: FormDefinition, answers: Answers): Question[] =>
  visiblePath(definition, answers).filter(isAsked)

/** The pages for the patient, in order. A section without a body is only a heading and not a page. */
export const visiblePages = (definition: FormDefinition, answers: Answers): Question[] =>
  visiblePath(definition, answers).filter(({ type, body }) => type !== 'section' || Boolean(body?.trim()))

/** Tells whether a form has a page before its questions: only with a description, which that page is for. */
export const hasStartPage = (description: string) => description.trim() !== ''

/** The section of a question; undefined without one. */
export function sectionOf({ questions }: FormDefinition, id: string): Question | undefined {
  const at = questions.findIndex((question) => question.id === id)
  return questions.slice(0, Math.max(0, at)).findLast(({ type }) => type === 'section')
}

/** The page after another (the first without one); undefined after the last. */
export function nextPage(definition: FormDefinition, answers: Answers, after?: string): Question | undefined {
  const pages = visiblePages(definition, answers)
  return after === undefined ? pages[0] : pages[pages.findIndex(({ id }) => id === after) + 1]
}

/**
 * The page where a returning patient continues: the first page never reached. A page left empty, or only read, has an empty answer and
 * counts as reached.
 */
export const resumePage = (definition: FormDefinition, answers: Answers): Question | undefined =>
  visiblePages(definition, answers).find(
    (question) => answers[question.id] === undefined || (isAsked(question) && question.required && isUnanswered(answers[question.id])),
  )

/** The progress of a patient. `total` is undefined while later answers can change the number of questions. */
export type Progress = { number: number; total: number | undefined }

/** The position of a page among the questions; undefined for a page without a question. */
export function progressAt(definition: FormDefinition, answers: Answers, page: Question): Progress | undefined {
  if (!isAsked(page)) return undefined
  const { questions } = definition
  const here = questions.findIndex(({ id }) => id === page.id)
  const settled = new Set(questions.slice(0, here).map(({ id }) => id))
  const isSettled = questions.slice(here + 1).every(({ showIf }) => (showIf?.rules ?? []).every(({ question }) => settled.has(question)))
  const asked = visibleQuestions(definition, answers)
  return { number: asked.findIndex(({ id }) => id === page.id) + 1, total: isSettled ? asked.length : undefined }
}
