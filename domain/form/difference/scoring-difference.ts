import type { FormDefinition } from '#domain/form/definition.ts'
import { conditionWords, quoted } from '#domain/form/logic/words.ts'
import type { RedFlag } from '#domain/form/scoring/red-flag.ts'
import type { Score } from '#domain/form/scoring/score.ts'

import { conditionKey } from './aspects.ts'
import type { Change, Difference } from './difference.ts'
import { stateOf } from './question-difference.ts'

/** What one thing is, line by line; `key` is compared where equal words are not the same thing. */
type Line = { what: string; words: string; key?: string; isMeaning: boolean }

export const scoreDifferences = (before: FormDefinition, after: FormDefinition) =>
  differences('score', before.scores ?? [], after.scores ?? [], {
    old: (score) => scoreLines(score, before),
    now: (score) => scoreLines(score, after),
  })

export const redFlagDifferences = (before: FormDefinition, after: FormDefinition) =>
  differences('red flag', before.redFlags ?? [], after.redFlags ?? [], {
    old: (flag) => flagLines(flag, before),
    now: (flag) => flagLines(flag, after),
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
    // A sum is the same in any order.
    { what: 'Questions added up', words: counted.join(' + '), key: questions.toSorted().join(), isMeaning: true },
    { what: 'Bands', words: bands.map(({ from, to, label }) => `${from} to ${to} ${label}`).join(', '), isMeaning: true },
  ]
}

function flagLines({ name, answers, score, alertMinutes }: RedFlag, { questions, scores = [] }: FormDefinition): Line[] {
  const scoreName = scores.find(({ id }) => id === score?.score)?.name ?? 'a deleted score'
  return [
    { what: 'Name', words: name, isMeaning: false },
    { what: 'Answer condition', words: answers ? conditionWords(answers, questions) : '', key: conditionKey(answers), isMeaning: true },
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
