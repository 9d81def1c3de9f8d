import type { FormDefinition, Question } from './definition.ts'
import { isAsked, visibleQuestions } from './path.ts'
import type { PostedFields } from './question-type.ts'
import { questionTypes } from './question-types.ts'
import { type Answer, type Answers, isUnanswered } from './question.ts'

export type AnswerProblem = { question: string; message: string }

/** What is wrong with an answer, in words for the patient; undefined when nothing is. */
export function checkAnswer(question: Question, answer: unknown): string | undefined {
  const type = questionTypes[question.type]
  if (isUnanswered(answer)) return question.required ? type.missing : undefined
  return type.checkAnswer(question, answer)
}

/** Everything wrong with a set of answers, in the order of the questions; an answer to no question of the form is refused too. */
export function checkAnswers(definition: FormDefinition, answers: Answers): AnswerProblem[] {
  const known = new Set(definition.questions.map(({ id }) => id))
  const unknownIds = Object.keys(answers).filter((id) => !known.has(id))
  return [
    ...visibleQuestions(definition, answers).flatMap((question) => {
      const message = checkAnswer(question, answers[question.id])
      return message === undefined ? [] : [{ question: question.id, message }]
    }),
    ...unknownIds.map((id) => ({ question: id, message: 'This question is not part of the form' })),
  ]
}

/** The answer as shown and exported; blank when unanswered, never 'No' (FORM-5). */
export const answerText = (question: Question, answer: Answers[string]) =>
  answer === undefined || isUnanswered(answer) ? '' : questionTypes[question.type].answerText(question, answer)

/** The answer as it stands in its column of a spreadsheet; blank when unanswered. */
export const answerColumn = (question: Question, answer: Answers[string]) =>
  answer === undefined || isUnanswered(answer) ? '' : questionTypes[question.type].column.value(question, answer)

/** The name of a question's column; a number's unit belongs to it. */
export const columnHeader = ({ title, unit }: Question) => (unit ? `${title} (${unit})` : title)

/** What became of a question: only 'answered' has words. One that an earlier answer left out was not asked, which is not the same as left empty. */
export type AnswerRow = { question: Question; state: 'answered' | 'not answered' | 'not asked'; words: string }
export type AnswerSection = { section: Question | undefined; rows: AnswerRow[] }

/** Every question that takes an answer with what was answered, under the section it stands in. */
export function answerSections(definition: FormDefinition, answers: Answers): AnswerSection[] {
  const asked = new Set(visibleQuestions(definition, answers).map(({ id }) => id))
  const sections: AnswerSection[] = [{ section: undefined, rows: [] }]
  for (const question of definition.questions) {
    if (question.type === 'section') sections.push({ section: question, rows: [] })
    if (!isAsked(question)) continue
    const words = asked.has(question.id) ? answerText(question, answers[question.id]) : ''
    const state = words ? 'answered' : asked.has(question.id) ? 'not answered' : 'not asked'
    sections.at(-1)?.rows.push({ question, state, words })
  }
  return sections.filter(({ rows }) => rows.length > 0)
}

/** The answer to a question in the fields of a posted page, unchecked; empty when nothing was given. */
export const postedAnswer = (question: Question, fields: PostedFields): Answer => questionTypes[question.type].readPosted(question, fields)
