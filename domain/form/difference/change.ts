import type { FormDefinition } from '#domain/form/definition.ts'
import type { Condition, Rule } from '#domain/form/question.ts'

/** The texts and definition of one version. */
export type VersionText = { title: string; description: string; definition: FormDefinition }

/** One change as text. `isMeaning`: the same answer may mean something else in the other version. */
export type Change = { what: string; before: string; after: string; isMeaning: boolean }

/** All changes in one place. `title` and `number` are those of the newer version. */
export type Difference = {
  place: 'form' | 'question' | 'score' | 'red flag'
  id: string
  title: string
  /** Undefined for information pages and sections. */
  number?: number | undefined
  state: 'added' | 'removed' | 'changed'
  changes: Change[]
}

/** The ids that moved, as few as explain the new order: all except the longest common subsequence. */
export function movedIds(before: readonly string[], after: readonly string[]): Set<string> {
  const placeBefore = new Map(before.map((id, place) => [id, place]))
  const kept = after.flatMap((id) => {
    const place = placeBefore.get(id)
    return place === undefined ? [] : [{ id, place }]
  })
  // Patience sorting: `tails[n]` is the last item of the run of n + 1 with the smallest end; `follows` links each item to the one before
  // it.
  const tails: number[] = []
  const follows: (number | undefined)[] = []
  for (const [index, { place }] of kept.entries()) {
    const isNext = (kept[tails.at(-1) ?? -1]?.place ?? -1) < place // as nearly always
    const found = isNext ? -1 : tails.findIndex((tail) => (kept[tail]?.place ?? 0) > place)
    const length = found === -1 ? tails.length : found
    follows[index] = tails[length - 1]
    tails[length] = index
  }
  const stayed = new Set<number>()
  for (let at = tails.at(-1); at !== undefined; at = follows[at]) stayed.add(at)
  return new Set(kept.filter((_, index) => !stayed.has(index)).map(({ id }) => id))
}

/** The change of order of named items; empty when the order is the same. */
export function orderWords<T extends { id: string }>(
  what: string,
  before: readonly T[],
  after: readonly T[],
  nameOf: (one: T) => string,
): Change[] {
  const moved = movedIds(
    before.map(({ id }) => id),
    after.map(({ id }) => id),
  )
  if (moved.size === 0) return []
  const inOrder = (all: readonly T[], others: readonly T[]) => {
    const known = new Set(others.map(({ id }) => id))
    return all
      .filter(({ id }) => known.has(id))
      .map(nameOf)
      .join(', ')
  }
  return [{ what, before: inOrder(before, after), after: inOrder(after, before), isMeaning: false }]
}

/**
 * With a single rule, all and any are the same. `isMovedText`: a rule about an option that took the text of another one is another rule,
 * though the stored value is the same.
 */
export const conditionKey = (condition: Condition | undefined, isMovedText: (rule: Rule) => boolean = () => false) =>
  condition
    ? JSON.stringify([
        condition.rules.length === 1 ? '' : condition.match,
        ...condition.rules.map((rule) => [rule.question, rule.operator, rule.value ?? '', isMovedText(rule)]),
      ])
    : ''

export const stateOf = (old: unknown, now: unknown) =>
  old === undefined ? ('added' as const) : now === undefined ? ('removed' as const) : ('changed' as const)
