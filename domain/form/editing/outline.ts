import type { Question } from '#domain/form/definition.ts'
import { numbersOf } from '#domain/form/path.ts'

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
