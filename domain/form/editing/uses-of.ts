import type { FormDefinition, Question, RedFlag, Score } from '#domain/form/definition.ts'
import { optionTextId } from '#domain/form/translation.ts'
import type { QuestionOption, Rule } from '#domain/form/question.ts'

/** What reads the answers of a question, or a translation of an option, with the language as id. */
export type Use =
  | { kind: 'condition'; of: Question }
  | { kind: 'score'; of: Score }
  | { kind: 'redFlag'; of: RedFlag }
  | { kind: 'translation'; of: { id: string } }

/** The conditions, scores and red flags outside these questions that read their answers, in the order of the form. */
export function usesOf({ questions, scores = [], redFlags = [] }: FormDefinition, ids: ReadonlySet<string>): Use[] {
  const isRead = (condition: Question['showIf']) => condition?.rules.some(({ question }) => ids.has(question)) === true
  return [
    ...questions.filter(({ id, showIf }) => !ids.has(id) && isRead(showIf)).map((of) => ({ kind: 'condition' as const, of })),
    ...scores.filter((score) => score.questions.some((id) => ids.has(id))).map((of) => ({ kind: 'score' as const, of })),
    ...redFlags.filter(({ answers }) => isRead(answers)).map((of) => ({ kind: 'redFlag' as const, of })),
  ]
}

/** What refers to these options of a question, in the order of the form: conditions, scores with their points, red flags and translations. */
export function usesOfOptions(
  { questions, scores = [], redFlags = [], translations = {} }: FormDefinition,
  questionId: string,
  options: readonly QuestionOption[],
): Use[] {
  const values = new Set(options.map(({ value }) => value))
  const isNamed = ({ question, value = '' }: Rule) => question === questionId && values.has(value)
  const isRead = (condition: Question['showIf']) => condition?.rules.some(isNamed) === true
  const havePoints = options.some(({ points }) => points !== undefined)
  const languages = Object.entries(translations).filter(([, texts]) =>
    options.some(({ value }) => texts[optionTextId(questionId, value)] !== undefined),
  )
  return [
    ...questions.filter(({ showIf }) => isRead(showIf)).map((of) => ({ kind: 'condition' as const, of })),
    ...scores.filter((score) => havePoints && score.questions.includes(questionId)).map((of) => ({ kind: 'score' as const, of })),
    ...redFlags.filter(({ answers }) => isRead(answers)).map((of) => ({ kind: 'redFlag' as const, of })),
    ...languages.map(([id]) => ({ kind: 'translation' as const, of: { id } })),
  ]
}
