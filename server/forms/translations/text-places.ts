import type { FormDefinition } from '#domain/form/definition.ts'
import { isAsked, numbersOf } from '#domain/form/path.ts'
import { questionTypeLabel } from '#domain/form/question-types.ts'
import type { FormText } from '#domain/form/translation.ts'

/** Tells a translator where in the form a text stands: ‘Question 4, Hint’. */
export function placesOf({ questions }: FormDefinition) {
  const numbers = numbersOf(questions)
  const places = new Map(
    questions.map((question) => [
      question.id,
      isAsked(question) ? `Question ${numbers.get(question.id) ?? ''}` : questionTypeLabel(question.type),
    ]),
  )
  return ({ question, name }: FormText) => (question === undefined ? name : `${places.get(question) ?? ''}, ${name}`)
}
