import type { FormDefinition, Question } from './definition.ts'
import { createAnswerLookup, holds } from './logic/condition.ts'
import { isUnanswered, type Answers } from './question.ts'
import { questionTypes } from './question-types.ts'

/** Tells whether a question takes an answer; information and sections do not. */
export const isAsked = (question: Question) => questionTypes[question.type].comparison !== 'nothing'

/** The number each question that takes an answer goes by, with staff and on paper; pages to read and sections have none. */
export const numbersOf = (questions: readonly Question[]): ReadonlyMap<string, number> =>
  new Map(questions.filter(isAsked).map(({ id }, at) => [id, at + 1]))

/**
 * The way through a form for somebody who has answered so far: every question, information page and section on it, in order.
 * One pass: a condition sees only what stands before it and was itself on the way, so the way always ends, and the answer to a question
 * that is no longer asked counts for nothing, though it is kept.
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

/** The questions on the way that take an answer. */
export const visibleQuestions = (definition: FormDefinition, answers: Answers): Question[] =>
  visiblePath(definition, answers).filter(isAsked)

/** The pages a patient sees, in order: a section without words of its own is only a heading above its questions. */
export const visiblePages = (definition: FormDefinition, answers: Answers): Question[] =>
  visiblePath(definition, answers).filter(({ type, body }) => type !== 'section' || Boolean(body?.trim()))

/** The section a question stands in, where there is one. */
export function sectionOf({ questions }: FormDefinition, id: string): Question | undefined {
  const at = questions.findIndex((question) => question.id === id)
  return questions.slice(0, Math.max(0, at)).findLast(({ type }) => type === 'section')
}

/** The page that follows one (the first when none is named), or undefined after the last. */
export function nextPage(definition: FormDefinition, answers: Answers, after?: string): Question | undefined {
  const pages = visiblePages(definition, answers)
  return after === undefined ? pages[0] : pages[pages.findIndex(({ id }) => id === after) + 1]
}

/** Where a patient who comes back goes on: the first page never reached. One that was left empty, or only read, holds an empty answer, so it counts as reached. */
export const resumePage = (definition: FormDefinition, answers: Answers): Question | undefined =>
  visiblePages(definition, answers).find(
    (question) => answers[question.id] === undefined || (isAsked(question) && question.required && isUnanswered(answers[question.id])),
  )

/** How far a patient has come. `total` is missing while an answer still to be given decides how many questions there are: no total that lies. */
export type Progress = { number: number; total: number | undefined }

/** The place of a page among the questions; undefined for a page that asks nothing. */
export function progressAt(definition: FormDefinition, answers: Answers, page: Question): Progress | undefined {
  if (!isAsked(page)) return undefined
  const { questions } = definition
  const here = questions.findIndex(({ id }) => id === page.id)
  const settled = new Set(questions.slice(0, here).map(({ id }) => id))
  const isSettled = questions.slice(here + 1).every(({ showIf }) => (showIf?.rules ?? []).every(({ question }) => settled.has(question)))
  const asked = visibleQuestions(definition, answers)
  return { number: asked.findIndex(({ id }) => id === page.id) + 1, total: isSettled ? asked.length : undefined }
}
