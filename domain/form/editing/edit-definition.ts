import type { FormDefinition, Question } from '#domain/form/definition.ts'
import { numbersOf } from '#domain/form/path.ts'
import { type QuestionTypeName, questionTypes } from '#domain/form/question-types.ts'
import type { QuestionSettings } from '#domain/form/question.ts'
import { textsOfCopies } from '#domain/form/translation.ts'

/** A new question without a title. Ids are never used again. */
export const blankQuestion = (id: string, type: QuestionTypeName): Question => ({
  id,
  type,
  title: '',
  required: questionTypes[type].comparison !== 'nothing',
  ...questionTypes[type].blank,
})

/** Puts a question after another, or last. */
export function insertQuestion({ questions, ...rest }: FormDefinition, question: Question, afterId?: string): FormDefinition {
  const at = questions.findIndex(({ id }) => id === afterId)
  return { ...rest, questions: at === -1 ? [...questions, question] : questions.toSpliced(at + 1, 0, question) }
}

export const changeQuestion = (
  { questions, ...rest }: FormDefinition,
  id: string,
  change: (question: Question) => Question,
): FormDefinition => ({ ...rest, questions: questions.map((question) => (question.id === id ? change(question) : question)) })

export const removeQuestions = ({ questions, ...rest }: FormDefinition, ids: ReadonlySet<string>): FormDefinition => ({
  ...rest,
  questions: questions.filter((question) => !ids.has(question.id)),
})

/** Inserts copies with their translations after the originals, with new ids. Conditions between the copied questions refer to the copies. */
export function duplicateQuestions(
  { questions, translations, ...rest }: FormDefinition,
  at: number,
  length: number,
  newId: () => string,
): FormDefinition {
  const originals = questions.slice(at, at + length)
  const ids = new Map(originals.map(({ id }) => [id, newId()]))
  const copyOf = (id: string) => ids.get(id) ?? id
  // The linkId belongs to the original.
  const copies = originals.map(({ linkId: _, ...question }) => ({
    ...question,
    id: copyOf(question.id),
    ...(question.showIf && {
      showIf: { ...question.showIf, rules: question.showIf.rules.map((rule) => ({ ...rule, question: copyOf(rule.question) })) },
    }),
  }))
  const translated = Object.entries(translations ?? {}).map(([language, texts]) => [language, { ...texts, ...textsOfCopies(texts, ids) }])
  return {
    ...rest,
    ...(translations && { translations: Object.fromEntries(translated) }),
    questions: questions.toSpliced(at + length, 0, ...copies),
  }
}

/** The items with one moved by `by` places; unchanged if it would leave the list. */
export function moved<T>(items: readonly T[], from: number, by: number): T[] {
  const item = items[from]
  const to = from + by
  if (item === undefined || to < 0 || to >= items.length) return [...items]
  return items.toSpliced(from, 1).toSpliced(to, 0, item)
}

/** Tells whether answers to the two types are comparable, such as one option of a list and one radio button. */
export const areAnswersAlike = (one: QuestionTypeName, other: QuestionTypeName) =>
  one === other || questionTypes[one].answeredAs === questionTypes[other].answeredAs

/** The question with another type: settings that both types have are kept, the others get their defaults. */
export function withType(question: Question, type: QuestionTypeName): Question {
  return { ...questionTypes[type].blank, ...withOwnSettings({ ...question, type }) }
}

/** The question without settings of other types, which a draft may hold but a version may not. */
export const withOwnSettings = (question: Question): Question =>
  Object.fromEntries(
    Object.entries(question).filter(
      ([name]) => !settingNames.has(name) || questionTypes[question.type].settings.some((setting) => setting === name),
    ),
  ) as Question // only optional settings were left out

const settingNames: ReadonlySet<string> = new Set<keyof QuestionSettings>(Object.values(questionTypes).flatMap(({ settings }) => settings))

/** A row of the builder's list. A folded section moves together with its questions. */
export type Row = {
  question: Question
  /** Position in the form, from 0. */
  at: number
  /** The number of a question that takes an answer. */
  number: number | undefined
  /** Number of questions in the section that this row begins. */
  own: number
  /** Number of questions that the row represents, itself included. */
  length: number
  isInside: boolean
}

/** The visible rows of a list of questions. */
export function outline(questions: readonly Question[], folded: ReadonlySet<string>): Row[] {
  const rows: Row[] = []
  const numbers = numbersOf(questions)
  let section: Row | undefined
  for (const [at, question] of questions.entries()) {
    const isSection = question.type === 'section'
    const row = { question, at, number: numbers.get(question.id), own: 0, length: 1, isInside: !isSection && section !== undefined }
    if (isSection) section = row
    else if (section) section.own++
    if (!isSection && section && folded.has(section.question.id)) section.length++
    else rows.push(row)
  }
  return rows
}

/** Moves `length` items before the position `before` (the end when beyond); unchanged if that is within the moved items. */
export function movedTo<T>(items: readonly T[], from: number, length: number, before: number): readonly T[] {
  if (before >= from && before <= from + length) return items
  const block = items.slice(from, from + length)
  const rest = items.toSpliced(from, length)
  return rest.toSpliced(before > from ? before - length : before, 0, ...block)
}
