import type { FormDefinition } from '#domain/form/definition.ts'

import { orderWords } from './moved.ts'
import { questionDifferences } from './question-difference.ts'
import { redFlagDifferences, scoreDifferences } from './scoring-difference.ts'

/** All that publishing fixes: what one version says. */
export type VersionText = { title: string; description: string; definition: FormDefinition }

/** One change in words. `isMeaning`: an answer to the one may say something else than the same answer to the other. */
export type Change = { what: string; before: string; after: string; isMeaning: boolean }

/** All that changed in one place. `title` and `number` are the newer ones. */
export type Difference = {
  place: 'form' | 'question' | 'score' | 'red flag'
  id: string
  title: string
  /** None for pages to read and sections. */
  number?: number | undefined
  state: 'added' | 'removed' | 'changed'
  changes: Change[]
}

/**
 * What changed from one version to another, in the order of the newer one, what was removed standing where it stood (FORM-8). Questions,
 * options, scores and red flags are the same while their ids and values are.
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

/** How many of the changes alter what answers mean. */
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
  ]
}
