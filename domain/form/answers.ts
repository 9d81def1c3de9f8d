import type { FormDefinition, Question } from './definition.ts'
import { visibleQuestions } from './path.ts'
import { isUnanswered, type Answers } from './question.ts'
import { questionTypes } from './question-types.ts'

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
  const strays = Object.keys(answers).filter((id) => !known.has(id))
  return [
    ...visibleQuestions(definition, answers).flatMap((question) => {
      const message = checkAnswer(question, answers[question.id])
      return message === undefined ? [] : [{ question: question.id, message }]
    }),
    ...strays.map((id) => ({ question: id, message: 'This question is not part of the form' })),
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
