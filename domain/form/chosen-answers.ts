import type { ChosenAnswer } from './answer-key.ts'
import type { FormDefinition, Question } from './definition.ts'
import type { Choice } from './question-type.ts'
import { questionTypes } from './question-types.ts'
import type { Answers } from './question.ts'

/**
 * The choices of a question with one answer; undefined for any other question. rebuild_chosen_answers() in
 * database/migrations/0033-chosen-answers.sql names the same types.
 */
export function singleChoicesOf(question: Question): Choice[] | undefined {
  const control = questionTypes[question.type].control(question)
  return control.kind === 'list' || (control.kind === 'choices' && !control.isMany) ? control.choices : undefined
}

/** The answers to the questions with one choice. */
export const chosenAnswers = ({ questions }: FormDefinition, answers: Answers): ChosenAnswer[] =>
  questions.flatMap((question) => {
    const value = answers[question.id]
    return singleChoicesOf(question) && typeof value === 'string' && value.trim() !== '' ? [{ question: question.id, value }] : []
  })
