import type { FormDefinition, Question } from './definition.ts'
import { isUnanswered, type Answers } from './question.ts'

/** The questions a patient is asked, in order, given what was answered so far. */
export const visibleQuestions = (definition: FormDefinition, _answers: Answers): Question[] => definition.questions

/** The question that follows one (the first when none is named), or undefined after the last. */
export function nextQuestion(definition: FormDefinition, answers: Answers, after?: string): Question | undefined {
  const visible = visibleQuestions(definition, answers)
  return after === undefined ? visible[0] : visible[visible.findIndex(({ id }) => id === after) + 1]
}

/** The question before one, or undefined at the first. */
export function previousQuestion(definition: FormDefinition, answers: Answers, before: string): Question | undefined {
  const visible = visibleQuestions(definition, answers)
  return visible[visible.findIndex(({ id }) => id === before) - 1]
}

/** Where a patient who comes back goes on: the first question that was never reached. An optional one that was skipped holds an empty answer, so it counts as reached. */
export const resumeQuestion = (definition: FormDefinition, answers: Answers): Question | undefined =>
  visibleQuestions(definition, answers).find(({ id, required }) => answers[id] === undefined || (required && isUnanswered(answers[id])))
