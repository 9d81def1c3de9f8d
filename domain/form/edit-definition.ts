import type { FormDefinition, Question } from './definition.ts'
import type { QuestionOption } from './question.ts'
import { questionTypes, type QuestionTypeName } from './question-types.ts'

const hasOptions = (type: QuestionTypeName) => 'options' in blankQuestion('x', type)

/** A question as it is added, still without words. Ids are kept for ever: never one that was used before. */
export function blankQuestion(id: string, type: QuestionTypeName): Question {
  const blank: Question = { id, type, title: '', required: true }
  return questionTypes[type].checkQuestion(blank).some(({ field }) => field === 'options') ? { ...blank, options: [] } : blank
}

/** Puts a question after another, or last. */
export function insertQuestion({ questions }: FormDefinition, question: Question, afterId?: string): FormDefinition {
  const at = questions.findIndex(({ id }) => id === afterId)
  return { questions: at === -1 ? [...questions, question] : questions.toSpliced(at + 1, 0, question) }
}

export const changeQuestion = ({ questions }: FormDefinition, id: string, change: Partial<Question>): FormDefinition => ({
  questions: questions.map((question) => (question.id === id ? { ...question, ...change } : question)),
})

export const removeQuestion = ({ questions }: FormDefinition, id: string): FormDefinition => ({
  questions: questions.filter((question) => question.id !== id),
})

/** A copy right behind the original, under an id of its own. */
export function duplicateQuestion(definition: FormDefinition, id: string, newId: string): FormDefinition {
  const original = definition.questions.find((question) => question.id === id)
  return original ? insertQuestion(definition, { ...original, id: newId }, id) : definition
}

/** The item moved by some places; unchanged where it cannot go. */
export function moved<T>(items: readonly T[], from: number, by: number): T[] {
  const item = items[from]
  const to = from + by
  if (item === undefined || to < 0 || to >= items.length) return [...items]
  return items.toSpliced(from, 1).toSpliced(to, 0, item)
}

/** Tells whether answers to one type can stand beside answers to the other: one option of a list is one option, however it is shown. */
export const areAnswersAlike = (one: QuestionTypeName, other: QuestionTypeName) =>
  one === other || (['single_select', 'dropdown'].includes(one) && ['single_select', 'dropdown'].includes(other))

/** The question as another type: its words stay, options only where the type has them. */
export function withType({ options, long: _long, ...question }: Question, type: QuestionTypeName): Question {
  return { ...question, type, ...(hasOptions(type) && { options: options ?? [] }) }
}

/** Options of a pasted list, one a line, added to those there are; a line that is there already is left out. */
export function withPastedOptions(options: readonly QuestionOption[], text: string, newValue: () => string): QuestionOption[] {
  const known = new Set(options.map(({ label }) => label.trim().toLowerCase()))
  // Lists come from documents: bullets and numbers in front are not part of the words.
  const labels = text.split(/\r?\n/).map((line) => line.replace(/^\s*(?:[-*•–]|\d{1,3}[.)])\s+/, '').trim())
  const added = labels.filter((label) => label !== '' && !known.has(label.toLowerCase()) && known.add(label.toLowerCase()))
  return [...options.filter(({ label }) => label.trim() !== ''), ...added.map((label) => ({ value: newValue(), label }))]
}
