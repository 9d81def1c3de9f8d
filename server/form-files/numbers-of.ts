import type { FormDefinition } from '#domain/form/definition.ts'
import { isAsked } from '#domain/form/path.ts'

/** The number of each question that takes an answer: the same on the blank form and beside what was answered. */
export const numbersOf = ({ questions }: FormDefinition) => new Map(questions.filter(isAsked).map(({ id }, at) => [id, at + 1]))
