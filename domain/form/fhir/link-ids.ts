import type { FormDefinition } from '#domain/form/definition.ts'

export type LinkIds = ReturnType<typeof linkIdsOf>

/** What the items of a form are called in other systems: as they were called where they came from, else as here. No two are the same. */
export function linkIdsOf({ questions }: Pick<FormDefinition, 'questions'>) {
  const taken = new Set<string>()
  const free = (wanted: string) => {
    let linkId = wanted
    while (taken.has(linkId)) linkId += '-'
    taken.add(linkId)
    return linkId
  }
  // A question keeps its own id before another takes it as the linkId of a copy.
  const own = new Map(questions.filter(({ linkId }) => linkId === undefined).map(({ id }) => [id, free(id)]))
  const all = new Map(questions.map(({ id, linkId }) => [id, own.get(id) ?? free(linkId ?? id)]))
  const of = (id: string) => all.get(id) ?? id
  return {
    of,
    /** Of a part of an item, such as its help. */
    under: (id: string, part: string) => free(`${of(id)}.${part}`),
  }
}
