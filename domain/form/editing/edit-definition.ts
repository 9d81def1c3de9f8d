import type { FormDefinition, Question } from '#domain/form/definition.ts'
import { numbersOf } from '#domain/form/path.ts'
import { type QuestionTypeName, questionTypes } from '#domain/form/question-types.ts'
import type { QuestionOption, QuestionSettings } from '#domain/form/question.ts'

/** A question as it is added, still without words. Ids are kept for ever: never one that was used before. */
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

/** Copies right behind the originals, under ids of their own; what one of them asks of another of them is asked of the copy. */
export function duplicateQuestions(
  { questions, ...rest }: FormDefinition,
  at: number,
  length: number,
  newId: () => string,
): FormDefinition {
  const originals = questions.slice(at, at + length)
  const ids = new Map(originals.map(({ id }) => [id, newId()]))
  const copyOf = (id: string) => ids.get(id) ?? id
  // A copy has no name in another system: that is the original's.
  const copies = originals.map(({ linkId: _, ...question }) => ({
    ...question,
    id: copyOf(question.id),
    ...(question.showIf && {
      showIf: { ...question.showIf, rules: question.showIf.rules.map((rule) => ({ ...rule, question: copyOf(rule.question) })) },
    }),
  }))
  return { ...rest, questions: questions.toSpliced(at + length, 0, ...copies) }
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
  one === other || questionTypes[one].answeredAs === questionTypes[other].answeredAs

/** The question as another type: its words stay, and what both types have; the rest is as in a new question. */
export function withType(question: Question, type: QuestionTypeName): Question {
  return { ...questionTypes[type].blank, ...withOwnSettings({ ...question, type }) }
}

/** The question without what belongs to other types only: a draft may hold it, a version does not. */
export const withOwnSettings = (question: Question): Question =>
  Object.fromEntries(
    Object.entries(question).filter(
      ([name]) => !settingNames.has(name) || questionTypes[question.type].settings.some((setting) => setting === name),
    ),
  ) as Question // only settings, all of which may be missing, were left out

const settingNames: ReadonlySet<string> = new Set<keyof QuestionSettings>(Object.values(questionTypes).flatMap(({ settings }) => settings))

/** Options of a pasted list, one a line, added to those there are; a line that is there already is left out. */
export function withPastedOptions(options: readonly QuestionOption[], text: string, newValue: () => string): QuestionOption[] {
  const known = new Set(options.map(({ label }) => label.trim().toLowerCase()))
  // Lists come from documents: bullets and numbers in front are not part of the words.
  const labels = text.split(/\r?\n/).map((line) => line.replace(/^\s*(?:[-*•–]|\d{1,3}[.)])\s+/, '').trim())
  const added = labels.filter((label) => label !== '' && !known.has(label.toLowerCase()) && known.add(label.toLowerCase()))
  return [...options.filter(({ label }) => label.trim() !== ''), ...added.map((label) => ({ value: newValue(), label }))]
}

/** A question as the builder lists it. What one sees is what one moves: a section that is folded up takes its questions along. */
export type Row = {
  question: Question
  /** Where it stands in the form, counted from 0. */
  at: number
  /** What it goes by, where it takes an answer. */
  number: number | undefined
  /** How many questions stand in the section it begins. */
  own: number
  /** How many questions the row stands for, itself included. */
  length: number
  isInside: boolean
}

/** The rows of a list of questions, without those that are folded up. */
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

/** Some questions in a row, put before the one that stands at a place (at the end where none does); unchanged where that is among themselves. */
export function movedTo<T>(items: readonly T[], from: number, length: number, before: number): readonly T[] {
  if (before >= from && before <= from + length) return items
  const block = items.slice(from, from + length)
  const rest = items.toSpliced(from, length)
  return rest.toSpliced(before > from ? before - length : before, 0, ...block)
}
