import type { Question } from '#domain/form/definition.ts'
import type { QuestionOption } from '#domain/form/question.ts'

import type { Change } from './difference.ts'
import { orderWords } from './moved.ts'

type Options = readonly QuestionOption[]

/** An answer is kept as the option's value: other words for it are words, another value is another answer. */
export function optionChanges({ options: before = [] }: Question, { options: after = [] }: Question): Change[] {
  const [older, newer] = [byValue(before), byValue(after)]
  const gone = before.filter(({ value }) => !newer.has(value))
  const come = after.filter(({ value }) => !older.has(value))
  const comeByName = new Map(come.toReversed().map((option) => [nameOf(option.label), option]))
  const revalued = gone.flatMap((old) => {
    const now = comeByName.get(nameOf(old.label))
    return now ? [{ old, now }] : []
  })
  const sameElsewhere = new Set(revalued.flatMap(({ old, now }) => [old, now]))
  const isRevalued = (option: QuestionOption) => sameElsewhere.has(option)
  return [
    ...gone.filter((old) => !isRevalued(old)).map(({ label }) => meaning('Option removed', label, '')),
    ...come.filter((now) => !isRevalued(now)).map((now) => meaning('Option added', '', addedWords(now))),
    ...revalued.flatMap(({ old, now }) => [meaning(`Value of option ‘${now.label}’`, old.value, now.value), ...sameOption(old, now)]),
    ...before.flatMap((old) => {
      const now = newer.get(old.value)
      return now ? sameOption(old, now) : []
    }),
    ...orderWords('Order of options', before.map(withId), after.map(withId), ({ label }) => label),
  ]
}

const byValue = (options: Options) => new Map(options.map((option) => [option.value, option]))
const nameOf = (label: string) => label.trim().toLowerCase()
const withId = (option: QuestionOption) => ({ ...option, id: option.value })
const meaning = (what: string, before: string, after: string): Change => ({ what, before, after, isMeaning: true })
const addedWords = ({ label, points, isNone }: QuestionOption) =>
  [label, ...(points === undefined ? [] : [pointsWords(points)]), ...(isNone ? ['excludes the other options'] : [])].join(', ')
const pointsWords = (points: number | undefined) => (points === undefined ? 'no points' : `${points} ${points === 1 ? 'point' : 'points'}`)

function sameOption(old: QuestionOption, now: QuestionOption): Change[] {
  return [
    ...(old.label === now.label ? [] : [{ what: 'Option text', before: old.label, after: now.label, isMeaning: false }]),
    ...(old.system === now.system
      ? []
      : [{ what: `Code system for ‘${now.label}’`, before: old.system ?? '', after: now.system ?? '', isMeaning: false }]),
    ...(old.points === now.points ? [] : [meaning(`Points for ‘${now.label}’`, pointsWords(old.points), pointsWords(now.points))]),
    ...(Boolean(old.isNone) === Boolean(now.isNone)
      ? []
      : [meaning(`‘${now.label}’ excludes the other options`, old.isNone ? 'Yes' : 'No', now.isNone ? 'Yes' : 'No')]),
  ]
}
