import type { FormDefinition, RedFlag, Score } from '#domain/form/definition.ts'
import { conditionWords, quoted } from '#domain/form/logic/condition.ts'

import { type Change, conditionKey, type Difference, orderWords, stateOf, type VersionText } from './change.ts'
import { type MovedTexts, movedTexts, questionDifferences } from './question-difference.ts'
import { translationChanges } from './translation-difference.ts'

/**
 * The differences between two versions in the order of the newer one, with removed questions in their former place (FORM-8). Questions,
 * scores and red flags are matched by id, options by value.
 */
export function differencesOf(before: VersionText, after: VersionText): Difference[] {
  const changes = formChanges(before, after)
  return [
    ...(changes.length > 0 ? [{ place: 'form' as const, id: '', title: after.title, state: 'changed' as const, changes }] : []),
    ...questionDifferences(before.definition.questions, after.definition.questions),
    ...scoreDifferences(before.definition, after.definition),
    ...redFlagDifferences(before.definition, after.definition),
  ]
}

/** The number of changes that alter the meaning of answers. */
export const meaningCount = (differences: readonly Difference[]) =>
  differences.reduce((sum, { changes }) => sum + changes.filter(({ isMeaning }) => isMeaning).length, 0)

function formChanges(before: VersionText, after: VersionText): Change[] {
  const wordsOf = ({ title, description, definition: { source } }: VersionText) => [
    ['Title', title],
    ['Description', description],
    ['Source', [source?.name, source?.licence, source?.url].filter(Boolean).join(', ')],
  ]
  const newer = new Map(wordsOf(after).map(([what = '', words = '']) => [what, words]))
  const words = wordsOf(before).map(([what = '', old = '']) => ({ what, before: old, after: newer.get(what) ?? '', isMeaning: false }))
  return [
    ...words.filter((change) => change.before !== change.after),
    ...orderWords('Order of scores', before.definition.scores ?? [], after.definition.scores ?? [], ({ name }) => name),
    ...orderWords('Order of red flags', before.definition.redFlags ?? [], after.definition.redFlags ?? [], ({ name }) => name),
    ...translationChanges(before, after),
  ]
}

/** One property of a score or red flag as text. `key` is compared instead where equal texts can be different values. */
type Line = { what: string; words: string; key?: string; isMeaning: boolean }

export const scoreDifferences = (before: FormDefinition, after: FormDefinition) =>
  differences('score', before.scores ?? [], after.scores ?? [], {
    old: (score) => scoreLines(score, before),
    now: (score) => scoreLines(score, after),
  })

export const redFlagDifferences = (before: FormDefinition, after: FormDefinition) =>
  differences('red flag', before.redFlags ?? [], after.redFlags ?? [], {
    old: (flag) => flagLines(flag, before),
    now: (flag) => flagLines(flag, after, movedTexts(before.questions, after.questions)),
  })

type Named = { id: string; name: string }
type Lines<T> = { old: (one: T) => Line[]; now: (one: T) => Line[] }

function differences<T extends Named>(place: Difference['place'], before: readonly T[], after: readonly T[], lines: Lines<T>) {
  const removed = before.filter(({ id }) => !after.some((one) => one.id === id))
  return [...after, ...removed].flatMap((one): Difference[] => {
    const [old, now] = [before.find(({ id }) => id === one.id), after.find(({ id }) => id === one.id)]
    const changes = lineChanges(old ? lines.old(old) : [], now ? lines.now(now) : [])
    return changes.length === 0 ? [] : [{ place, id: one.id, title: one.name, state: stateOf(old, now), changes }]
  })
}

const lineChanges = (old: Line[], now: Line[]): Change[] =>
  [...new Set([...old, ...now].map(({ what }) => what))].flatMap((what) => {
    const [was, is] = [old.find((line) => line.what === what), now.find((line) => line.what === what)]
    const isSame = (was?.key ?? was?.words ?? '') === (is?.key ?? is?.words ?? '')
    return isSame ? [] : [{ what, before: was?.words ?? '', after: is?.words ?? '', isMeaning: !was || !is || was.isMeaning }]
  })

function scoreLines({ name, questions, bands }: Score, { questions: all }: FormDefinition): Line[] {
  const counted = questions
    .map((id) => all.find((question) => question.id === id))
    .map((found) => (found ? quoted(found) : 'a deleted question'))
  return [
    { what: 'Name', words: name, isMeaning: false },
    // The order of questions does not change a sum.
    { what: 'Questions added up', words: counted.join(' + '), key: questions.toSorted().join(), isMeaning: true },
    { what: 'Bands', words: bands.map(({ from, to, label }) => `${from} to ${to} ${label}`).join(', '), isMeaning: true },
  ]
}

function flagLines(
  { name, answers, score, alertMinutes }: RedFlag,
  { questions, scores = [] }: FormDefinition,
  isMovedText?: MovedTexts,
): Line[] {
  const scoreName = scores.find(({ id }) => id === score?.score)?.name ?? 'a deleted score'
  return [
    { what: 'Name', words: name, isMeaning: false },
    {
      what: 'Answer condition',
      words: answers ? conditionWords(answers, questions) : '',
      key: conditionKey(answers, isMovedText),
      isMeaning: true,
    },
    {
      what: 'Score condition',
      words: score ? `‘${scoreName}’ is at least ${score.atLeast}` : '',
      key: score ? `${score.score} ${score.atLeast}` : '',
      isMeaning: true,
    },
    {
      what: 'Alert if answers are unread',
      words: alertMinutes === undefined ? 'Never' : `After ${alertMinutes} minutes`,
      isMeaning: true,
    },
  ]
}
