import { type AnswerWords, englishAnswers } from './answer-words/en.ts'
import type { FormDefinition, Question } from './definition.ts'
import { isAsked, visibleQuestions } from './path.ts'
import type { PostedFields } from './question-type.ts'
import { questionTypes } from './question-types.ts'
import { type Answer, type Answers, isUnanswered } from './question.ts'

export type AnswerProblem = { question: string; message: string }

/** The message for an invalid answer, for the patient, in the language of `words`; undefined when it is valid. */
export function checkAnswer(question: Question, answer: unknown, words: AnswerWords = englishAnswers): string | undefined {
  const type = questionTypes[question.type]
  if (isUnanswered(answer)) return question.required ? type.missing(words) : undefined
  return type.checkAnswer(question, answer, words)
}

/** All problems of a set of answers, in the order of the questions. An answer to an unknown question is a problem too. */
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

/** The answer as text; blank when unanswered, never 'No' (FORM-5). */
export const answerText = (question: Question, answer: Answers[string], words?: AnswerWords) =>
  answer === undefined || isUnanswered(answer) ? '' : questionTypes[question.type].answerText(question, answer, words)

/** The answer as a spreadsheet cell; blank when unanswered. */
export const answerColumn = (question: Question, answer: Answers[string]) =>
  answer === undefined || isUnanswered(answer) ? '' : questionTypes[question.type].column.value(question, answer)

/** The header of a question's column, with the unit of a number. */
export const columnHeader = ({ title, unit }: Question) => (unit ? `${title} (${unit})` : title)

/** A question with its answer as text. 'not asked': an earlier answer hid the question, which is different from leaving it empty. */
export type AnswerRow = { question: Question; state: 'answered' | 'not answered' | 'not asked'; words: string }
export type AnswerSection = { section: Question | undefined; rows: AnswerRow[] }

/** Every question that takes an answer, with its answer, grouped by section. */
export function answerSections(definition: FormDefinition, answers: Answers, language?: AnswerWords): AnswerSection[] {
  const asked = new Set(visibleQuestions(definition, answers).map(({ id }) => id))
  const sections: AnswerSection[] = [{ section: undefined, rows: [] }]
  for (const question of definition.questions) {
    if (question.type === 'section') sections.push({ section: question, rows: [] })
    if (!isAsked(question)) continue
    const words = asked.has(question.id) ? answerText(question, answers[question.id], language) : ''
    const state = words ? 'answered' : asked.has(question.id) ? 'not answered' : 'not asked'
    sections.at(-1)?.rows.push({ question, state, words })
  }
  return sections.filter(({ rows }) => rows.length > 0)
}

/** Reads the answer to a question from the fields of a posted page, unchecked; empty when unanswered. */
export const postedAnswer = (question: Question, fields: PostedFields): Answer => questionTypes[question.type].readPosted(question, fields)

/** An answer that a user types for a patient. What is typed into one field is read as on the patient's page; other answers are as they are stored. */
export const typedAnswer = (question: Question, answer: Answer): Answer =>
  typeof answer === 'string' && questionTypes[question.type].control(question).kind === 'text'
    ? postedAnswer(question, { [question.id]: answer })
    : answer
