import type { Question } from '#domain/form/definition.ts'
import { conditionWords, quoted } from '#domain/form/logic/condition.ts'
import { isAsked, numbersOf, sectionOf } from '#domain/form/path.ts'
import { questionTypeLabel } from '#domain/form/question-types.ts'
import { questionCategories, type QuestionOption, type Rule } from '#domain/form/question.ts'

import { type Change, conditionKey, stateOf, type Difference, movedIds, orderWords } from './change.ts'

type Questions = readonly Question[]

export function questionDifferences(before: Questions, after: Questions): Difference[] {
  const moved = movedIds(
    before.map(({ id }) => id),
    after.map(({ id }) => id),
  )
  const [oldNumbers, newNumbers] = [numbersOf(before), numbersOf(after)]
  return mergedQuestions(before, after).flatMap((question): Difference[] => {
    const { id } = question
    const [old, now] = [before.find((one) => one.id === id), after.find((one) => one.id === id)]
    const changes = changesOf(old && { question: old, all: before }, now && { question: now, all: after }, moved.has(id))
    if (changes.length === 0) return []
    const number = (now ? newNumbers : oldNumbers).get(id)
    return [{ place: 'question', id, title: question.title, number, state: stateOf(old, now), changes }]
  })
}

/** The newer questions in order, with each removed question after its former predecessor. */
function mergedQuestions(before: Questions, after: Questions): Question[] {
  const merged = [...after]
  for (const [place, question] of before.entries()) {
    if (after.some(({ id }) => id === question.id)) continue
    const previous = merged.findIndex(({ id }) => id === before[place - 1]?.id)
    merged.splice(previous + 1, 0, question)
  }
  return merged
}

type Placed = { question: Question; all: Questions }

function changesOf(old: Placed | undefined, now: Placed | undefined, isMoved: boolean): Change[] {
  if (old && now)
    return [
      ...aspectChanges(old, now),
      ...optionChanges(old.question, now.question),
      ...sectionChange(old, now),
      ...(isMoved ? [{ what: 'Position', before: placeWords(old), after: placeWords(now), isMeaning: false }] : []),
    ]
  const [there, isAdded] = [now ?? old, now !== undefined]
  if (!there) return []
  const words = summaryOf(there)
  // An added question has no answers in the older version, so no meaning changes. A removed question loses its answers.
  return isAdded
    ? [{ what: 'Added', before: '', after: words, isMeaning: false }]
    : [{ what: 'Removed', before: words, after: '', isMeaning: isAsked(there.question) }]
}

const placeWords = ({ question, all }: Placed) => {
  const previous = all[all.findIndex(({ id }) => id === question.id) - 1]
  return previous ? `After ${quoted(previous)}` : 'First'
}

function summaryOf({ question, all }: Placed) {
  const { type, required, options = [], showIf, body } = question
  const answer = isAsked(question) ? [required ? 'required' : 'optional'] : []
  const parts = [[questionTypeLabel(type), ...answer].join(', '), options.map(({ label }) => label).join('; '), body?.trim() ?? '']
  return [...parts, showIf ? `Shown if ${conditionWords(showIf, all)}` : ''].filter(Boolean).join('. ')
}

/** A section's condition applies to its questions, so moving into or out of such a section changes when a question is asked. */
function sectionChange(old: Placed, now: Placed): Change[] {
  const [left, entered] = [sectionOf({ questions: [...old.all] }, old.question.id), sectionOf({ questions: [...now.all] }, now.question.id)]
  const isSection = old.question.type === 'section' || now.question.type === 'section'
  if (isSection || left?.id === entered?.id || conditionKey(left?.showIf) === conditionKey(entered?.showIf, movedTexts(old.all, now.all)))
    return []
  const wordsOf = (section: Question | undefined, all: Questions) =>
    section?.showIf ? `Section ${quoted(section)}, shown if ${conditionWords(section.showIf, all)}` : 'Not in a conditional section'
  return [{ what: 'Section', before: wordsOf(left, old.all), after: wordsOf(entered, now.all), isMeaning: true }]
}

/** One property of a question as text; empty when it is not set. `key` is compared instead where equal texts can be different values. */
type Aspect = {
  what: string
  isMeaning: boolean
  words: (placed: Placed) => string
  key?: (question: Question, isMovedText?: MovedTexts) => string
}

const wordAspect = (what: string, of: (question: Question) => string | undefined): Aspect => ({
  what,
  isMeaning: false,
  words: ({ question }) => of(question) ?? '',
})
const meaningAspect = (what: string, of: (question: Question) => string | number | undefined): Aspect => ({
  what,
  isMeaning: true,
  words: ({ question }) => String(of(question) ?? ''),
})

/** Every property of a question except its options. A new property must be added here with whether it changes the meaning of answers. */
const aspects: Record<Exclude<keyof Question, 'id' | 'options'>, Aspect> = {
  title: wordAspect('Question', ({ title }) => title),
  hint: wordAspect('Hint', ({ hint }) => hint),
  body: wordAspect('Text', ({ body }) => body),
  type: meaningAspect('Type', ({ type }) => questionTypeLabel(type)),
  required: meaningAspect('Answer', ({ required }) => (required ? 'Required' : 'Optional')),
  showIf: {
    what: 'Shown',
    isMeaning: true,
    words: ({ question: { showIf }, all }) => (showIf ? `If ${conditionWords(showIf, all)}` : 'Always'),
    key: ({ showIf }, isMovedText) => conditionKey(showIf, isMovedText),
  },
  unit: meaningAspect('Unit', ({ unit }) => unit),
  min: meaningAspect('Minimum', ({ min }) => min),
  max: meaningAspect('Maximum', ({ max }) => max),
  decimals: meaningAspect('Decimal places', ({ decimals }) => decimals || undefined),
  lowLabel: wordAspect('Label for 0', ({ lowLabel }) => lowLabel),
  highLabel: wordAspect('Label for 10', ({ highLabel }) => highLabel),
  long: wordAspect('Answer length', ({ long }) => (long ? 'Several lines' : 'One line')),
  category: wordAspect('Category', ({ category }) => category && questionCategories[category]),
  linkId: wordAspect('Name in other systems', ({ linkId }) => linkId),
  codes: wordAspect('Terminology codes', ({ codes = [] }) =>
    codes.map(({ system, version, code }) => [[system, version].filter(Boolean).join('|'), code].filter(Boolean).join(' ')).join(', '),
  ),
  identifying: wordAspect('Could identify the patient', ({ identifying }) => (identifying ? 'Yes' : 'No')),
  protocol: wordAspect('Clinical protocol', ({ protocol = {} }) =>
    [
      protocol.why && `Reason: ${protocol.why}`,
      protocol.reader && `Read by: ${protocol.reader}`,
      protocol.risk && `If at risk: ${protocol.risk}`,
    ]
      .filter(Boolean)
      .join(' '),
  ),
}

export const aspectChanges = (old: Placed, now: Placed): Change[] =>
  Object.values(aspects).flatMap(({ what, isMeaning, words: wordsOf, key }) => {
    if (key && key(old.question) === key(now.question, movedTexts(old.all, now.all))) return []
    const [before, after] = [wordsOf(old), wordsOf(now)]
    return !key && before === after ? [] : [{ what, before, after, isMeaning }]
  })

type Options = readonly QuestionOption[]

/** Tells whether a rule is about an option whose text has moved between options. */
export type MovedTexts = (rule: Rule) => boolean

export const movedTexts =
  (before: Questions, after: Questions): MovedTexts =>
  ({ question, value }) => {
    const [older, newer] = [before, after].map((all) => all.find(({ id }) => id === question)?.options ?? [])
    const [old, now] = [older, newer].map((options) => options?.find((option) => option.value === value))
    return old !== undefined && now !== undefined && isMovedText(old, now, older ?? [], newer ?? [])
  }

/**
 * A text that another option had, or has now, was not reworded: it moved. The stored answers then read as another answer than the patient
 * selected.
 */
function isMovedText(old: QuestionOption, now: QuestionOption, before: Options, after: Options) {
  const isOfAnother = ({ label }: QuestionOption, { value: own }: QuestionOption, options: Options) =>
    options.some((option) => option.value !== own && nameOf(option.label) === nameOf(label))
  return nameOf(old.label) !== nameOf(now.label) && (isOfAnother(now, old, before) || isOfAnother(old, now, after))
}

/** Answers are stored as option values: a reworded label keeps their meaning, a moved label or a new value does not. */
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
  const same = (old: QuestionOption, now: QuestionOption) => sameOption(old, now, isMovedText(old, now, before, after))
  return [
    ...gone.filter((old) => !isRevalued(old)).map(({ label }) => meaning('Option removed', label, '')),
    ...come.filter((now) => !isRevalued(now)).map((now) => meaning('Option added', '', addedWords(now))),
    ...revalued.flatMap(({ old, now }) => [meaning(`Value of option ‘${now.label}’`, old.value, now.value), ...same(old, now)]),
    ...before.flatMap((old) => {
      const now = newer.get(old.value)
      return now ? same(old, now) : []
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

const systemOf = ({ system, systemVersion }: QuestionOption) => [system, systemVersion].filter(Boolean).join('|')

function sameOption(old: QuestionOption, now: QuestionOption, isMoved: boolean): Change[] {
  return [
    ...(old.label === now.label ? [] : [{ what: 'Option text', before: old.label, after: now.label, isMeaning: isMoved }]),
    ...(systemOf(old) === systemOf(now)
      ? []
      : [{ what: `Code system for ‘${now.label}’`, before: systemOf(old), after: systemOf(now), isMeaning: false }]),
    ...(old.fhirType === now.fhirType
      ? []
      : [{ what: `Type in other systems for ‘${now.label}’`, before: old.fhirType ?? '', after: now.fhirType ?? '', isMeaning: false }]),
    ...(old.points === now.points ? [] : [meaning(`Points for ‘${now.label}’`, pointsWords(old.points), pointsWords(now.points))]),
    ...(Boolean(old.isNone) === Boolean(now.isNone)
      ? []
      : [meaning(`‘${now.label}’ excludes the other options`, old.isNone ? 'Yes' : 'No', now.isNone ? 'Yes' : 'No')]),
  ]
}
