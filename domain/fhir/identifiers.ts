import type { FormDefinition } from '#domain/form/definition.ts'

/** What names a form everywhere; with its version after a bar it names the questions that were asked. */
export const formAddress = (id: string) => `urn:uuid:${id}`
export const identifierOf = (id: string) => ({ system: 'urn:ietf:rfc:3986', value: formAddress(id) })

type Named = { id: string; version: number; definition: FormDefinition }

/**
 * The canonical url and version of a version of a form (https://hl7.org/fhir/R4/questionnaire.html): those it was imported with while it
 * asks the same. Once it was changed it is a questionnaire of its own, which says what it was derived from.
 */
export function canonicalOf({ id, version, definition }: Named): { url: string; version: string | undefined; derivedFrom?: string } {
  const { origin } = definition
  if (origin && origin.fingerprint === fingerprintOf(definition)) return { url: origin.url, version: origin.version }
  const ours = { url: formAddress(id), version: String(version) }
  return origin ? { ...ours, derivedFrom: asReference(origin) } : ours
}

/** `url|version`, or the url alone where there is no version (https://hl7.org/fhir/R4/references.html#canonical). */
export const asReference = ({ url, version }: { url: string; version?: string | undefined }) =>
  version === undefined ? url : `${url}|${version}`

/** Equal for definitions that ask the same in the same way, in whatever order their members are stored. Not for secrets: it is easy to forge. */
export function fingerprintOf({ questions, scores = [], redFlags = [] }: FormDefinition): string {
  const text = JSON.stringify(sorted({ questions, scores, redFlags }))
  // cyrb53, public domain: https://github.com/bryc/code/blob/master/jshash/experimental/cyrb53.js
  let [one, other] = [0xdeadbeef, 0x41c6ce57]
  for (let at = 0; at < text.length; at++) {
    const code = text.charCodeAt(at)
    one = Math.imul(one ^ code, 2_654_435_761)
    other = Math.imul(other ^ code, 1_597_334_677)
  }
  one = Math.imul(one ^ (one >>> 16), 2_246_822_507) ^ Math.imul(other ^ (other >>> 13), 3_266_489_909)
  other = Math.imul(other ^ (other >>> 16), 2_246_822_507) ^ Math.imul(one ^ (one >>> 13), 3_266_489_909)
  return (4_294_967_296 * (2_097_151 & other) + (one >>> 0)).toString(36)
}

/** Without what is undefined or an empty list, which is the same as nothing; members by name. */
function sorted(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(sorted)
  if (value === null || typeof value !== 'object') return value
  return Object.fromEntries(
    Object.entries(value)
      .filter(([, one]) => one !== undefined && !(Array.isArray(one) && one.length === 0))
      .toSorted(([a], [b]) => (a < b ? -1 : 1))
      .map(([name, one]) => [name, sorted(one)]),
  )
}

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
