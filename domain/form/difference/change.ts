import type { Condition } from '#domain/form/question.ts'

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

/** The ids that changed places among those in both lists: as few as explain the new order, by the longest run that kept its own. */
export function movedIds(before: readonly string[], after: readonly string[]): Set<string> {
  const placeBefore = new Map(before.map((id, place) => [id, place]))
  const kept = after.flatMap((id) => {
    const place = placeBefore.get(id)
    return place === undefined ? [] : [{ id, place }]
  })
  // Patience: `tails[n]` ends the run of n + 1 that ends earliest; each remembers whom it follows.
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

/** Says which of several named things stand elsewhere; nothing where all keep their order. */
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

/** Of one rule it makes no difference whether all or any must hold. */
export const conditionKey = (condition: Condition | undefined) =>
  condition
    ? JSON.stringify([
        condition.rules.length === 1 ? '' : condition.match,
        ...condition.rules.map(({ question, operator, value }) => [question, operator, value ?? '']),
      ])
    : ''

export const stateOf = (old: unknown, now: unknown) =>
  old === undefined ? ('added' as const) : now === undefined ? ('removed' as const) : ('changed' as const)
