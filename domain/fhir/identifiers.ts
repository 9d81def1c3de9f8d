import type { FormDefinition } from '#domain/form/definition.ts'

/** The globally unique address of a form; with `|version` it identifies one version. */
export const formAddress = (id: string) => `urn:uuid:${id}`
export const identifierOf = (id: string) => ({ system: 'urn:ietf:rfc:3986', value: formAddress(id) })

type Named = { id: string; version: number; definition: FormDefinition }

/**
 * The canonical url and version of a form version (https://hl7.org/fhir/R4/questionnaire.html): those of its import while it is unchanged.
 * A changed form has its own url and names the original as derivedFrom.
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

/** A hash that is equal for equal definitions, whatever the order of their members. Not for security: it is easy to forge. */
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

/** The value without undefined members and empty lists, with members sorted by name. */
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

/** The linkIds of a form's questions: the imported linkId, else the id. All are unique. */
export function linkIdsOf({ questions }: Pick<FormDefinition, 'questions'>) {
  const taken = new Set<string>()
  const free = (wanted: string) => {
    let linkId = wanted
    while (taken.has(linkId)) linkId += '-'
    taken.add(linkId)
    return linkId
  }
  // Ids come first, so that an imported linkId cannot take the id of another question.
  const own = new Map(questions.filter(({ linkId }) => linkId === undefined).map(({ id }) => [id, free(id)]))
  const all = new Map(questions.map(({ id, linkId }) => [id, own.get(id) ?? free(linkId ?? id)]))
  const of = (id: string) => all.get(id) ?? id
  return {
    of,
    /** The linkId of a part of an item, such as its help. */
    under: (id: string, part: string) => free(`${of(id)}.${part}`),
  }
}
