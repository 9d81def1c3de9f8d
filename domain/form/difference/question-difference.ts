import type { Question } from '#domain/form/definition.ts'
import { conditionWords, quoted } from '#domain/form/logic/words.ts'
import { isAsked, numbersOf, sectionOf } from '#domain/form/path.ts'
import { questionTypeLabel } from '#domain/form/question-types.ts'

import { aspectChanges, conditionKey } from './aspects.ts'
import type { Change, Difference } from './difference.ts'
import { movedIds } from './moved.ts'
import { optionChanges } from './option-changes.ts'

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

/** The newer questions in their order, with those that were removed behind the one that they stood behind. */
function mergedQuestions(before: Questions, after: Questions): Question[] {
  const merged = [...after]
  for (const [place, question] of before.entries()) {
    if (after.some(({ id }) => id === question.id)) continue
    const previous = merged.findIndex(({ id }) => id === before[place - 1]?.id)
    merged.splice(previous + 1, 0, question)
  }
  return merged
}

export const stateOf = (old: unknown, now: unknown) =>
  old === undefined ? ('added' as const) : now === undefined ? ('removed' as const) : ('changed' as const)

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
  // Nobody has answered an added question in the older version, so no answer changes its meaning. A removed one takes its answers away.
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

/** A section's condition is one on its questions: to enter or leave such a section changes when a question is asked. */
function sectionChange(old: Placed, now: Placed): Change[] {
  const [left, entered] = [sectionOf({ questions: [...old.all] }, old.question.id), sectionOf({ questions: [...now.all] }, now.question.id)]
  const isSection = old.question.type === 'section' || now.question.type === 'section'
  if (isSection || left?.id === entered?.id || conditionKey(left?.showIf) === conditionKey(entered?.showIf)) return []
  const wordsOf = (section: Question | undefined, all: Questions) =>
    section?.showIf ? `Section ${quoted(section)}, shown if ${conditionWords(section.showIf, all)}` : 'Not in a conditional section'
  return [{ what: 'Section', before: wordsOf(left, old.all), after: wordsOf(entered, now.all), isMeaning: true }]
}
