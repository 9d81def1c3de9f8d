import type { FormDefinition, Question } from '#domain/form/definition.ts'
import { formLimits, type QuestionOption } from '#domain/form/question.ts'
import { optionTextId } from '#domain/form/translation.ts'

/**
 * An open choice is stored as two questions: a choice whose last option is "Another answer", and a text question that is asked when a patient
 * selects that option. Both are built and recognised here, so that an export writes one item again.
 */
const otherLabel = 'Another answer'

export const otherOption = (value: string): QuestionOption => ({ value, label: otherLabel })

/** The question that takes the patient's own words. */
export const ownWordsQuestion = (choice: Question, id: string): Question => ({
  id,
  type: 'free_text',
  title: `${otherLabel}: ${choice.title}`.slice(0, formLimits.title),
  required: true,
  showIf: { match: 'all', rules: [{ question: choice.id, operator: 'equals', value: choice.options?.at(-1)?.value ?? '' }] },
})

export type OpenChoice = { option: string; question: string }

const choiceTypes = new Set(['single_select', 'dropdown', 'multi_select'])

/**
 * The open choices of a form by the id of the choice. After any change that an open choice of FHIR cannot express, the two questions are
 * exported as two items.
 */
export function openChoicesOf({ questions, redFlags = [], translations = {} }: FormDefinition): ReadonlyMap<string, OpenChoice> {
  // One item has no place for the translations of both questions.
  const isTranslated = (choice: string, option: string, words: string) =>
    Object.values(translations)
      .flatMap((texts) => Object.keys(texts))
      .some((id) => id === optionTextId(choice, option) || id.startsWith(`question.${words}.`))
  const conditions = [
    ...questions.map(({ id, showIf }) => ({ id, showIf })),
    ...redFlags.map(({ answers }) => ({ id: '', showIf: answers })),
  ]
  const isNamed = (choice: string, option: string, words: string) =>
    conditions.some(
      ({ id, showIf }) =>
        id !== words && showIf?.rules.some(({ question, value }) => question === words || (question === choice && value === option)),
    )
  return new Map(
    questions.flatMap((choice, at) => {
      const [option, next] = [choice.options?.at(-1), questions[at + 1]]
      if (!next || !option || !choiceTypes.has(choice.type) || (choice.options?.length ?? 0) < 2) return []
      const isPlain = isSame(option, otherOption(option.value)) && isSame(next, ownWordsQuestion(choice, next.id))
      const isUnique = choice.options?.filter(({ value }) => value === option.value).length === 1
      return isPlain && isUnique && !isNamed(choice.id, option.value, next.id) && !isTranslated(choice.id, option.value, next.id)
        ? [[choice.id, { option: option.value, question: next.id }] as const]
        : []
    }),
  )
}

const isSame = (one: object, other: object) => JSON.stringify(sorted(one)) === JSON.stringify(sorted(other))
const sorted = (object: object) =>
  Object.entries(object)
    .filter(([, value]) => value !== undefined)
    .toSorted(([a], [b]) => (a < b ? -1 : 1))
