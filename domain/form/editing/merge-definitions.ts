import type { FormDefinition } from '#domain/form/definition.ts'
import type { QuestionOption } from '#domain/form/question.ts'
import type { Texts, Translations } from '#domain/form/translated-text.ts'

/** Tells whether two values are equal, ignoring the order of members and undefined members. */
export function isSame(one: unknown, other: unknown): boolean {
  if (Object.is(one, other)) return true
  if (typeof one !== 'object' || typeof other !== 'object' || one === null || other === null) return false
  if (Array.isArray(one) || Array.isArray(other))
    return Array.isArray(one) && Array.isArray(other) && one.length === other.length && one.every((item, at) => isSame(item, other[at]))
  const [fields, others] = [one as Record<string, unknown>, other as Record<string, unknown>] // neither is a list
  return [...new Set([...Object.keys(fields), ...Object.keys(others)])].every((name) => isSame(fields[name], others[name]))
}

/** Merges two changes of one value: the changed value if only one person changed it, undefined if both did. */
export function mergeValues<T>(base: T, mine: T, theirs: T): { value: T } | undefined {
  if (isSame(mine, base) || isSame(mine, theirs)) return { value: theirs }
  return isSame(theirs, base) ? { value: mine } : undefined
}

type Identified = { id: string }
const byId = <T extends Identified>(list: readonly T[]) => new Map(list.map((item) => [item.id, item]))

/** Merges the order of two lists if only one was reordered, else undefined. An item of one list only follows its predecessor. */
function mergeOrder(base: readonly string[], mine: readonly string[], theirs: readonly string[]): string[] | undefined {
  const isKept = (id: string) => base.includes(id) && mine.includes(id) && theirs.includes(id)
  const kept = [base, mine, theirs].map((ids) => ids.filter(isKept)) as [string[], string[], string[]] // three of three
  if (!mergeValues(...kept)) return undefined
  const [leading, other] = isSame(kept[0], kept[1]) ? [theirs, mine] : [mine, theirs]
  const merged = [...leading]
  for (const [at, id] of other.entries())
    if (!merged.includes(id)) {
      const previous = other.slice(0, at).findLast((one) => merged.includes(one))
      merged.splice(previous === undefined ? 0 : merged.indexOf(previous) + 1, 0, id)
    }
  return merged
}

function mergeLists<T extends Identified>(base: readonly T[], mine: readonly T[], theirs: readonly T[]): T[] | undefined {
  const [was, own, other] = [byId(base), byId(mine), byId(theirs)]
  const order = mergeOrder([...was.keys()], [...own.keys()], [...other.keys()])
  if (!order) return undefined
  const merged: T[] = []
  for (const id of order) {
    const item = mergeValues(was.get(id), own.get(id), other.get(id))
    if (!item) return undefined
    if (item.value) merged.push(item.value)
  }
  return merged
}

type Options = readonly QuestionOption[]

/** Merges two people's changes of the options of a question; undefined if both changed the same option or both changed the order. */
export function mergeOptions(base: Options, mine: Options, theirs: Options): QuestionOption[] | undefined {
  const withIds = (options: Options) => options.map((option) => ({ id: option.value, option }))
  return mergeLists(withIds(base), withIds(mine), withIds(theirs))?.map(({ option }) => option)
}

/** Merges two people's changes of a form; undefined if both changed the same question or both changed the order. */
export function mergeDefinitions(base: FormDefinition, mine: FormDefinition, theirs: FormDefinition): FormDefinition | undefined {
  const whole = mergeValues(base, mine, theirs)
  if (whole) return whole.value
  const questions = mergeLists(base.questions, mine.questions, theirs.questions)
  const scores = mergeLists(base.scores ?? [], mine.scores ?? [], theirs.scores ?? [])
  const redFlags = mergeLists(base.redFlags ?? [], mine.redFlags ?? [], theirs.redFlags ?? [])
  const source = mergeValues(base.source, mine.source, theirs.source)
  const origin = mergeValues(base.origin, mine.origin, theirs.origin)
  const translations = mergeTranslations(base.translations, mine.translations, theirs.translations)
  if (!questions || !scores || !redFlags || !source || !origin || !translations) return undefined
  return {
    questions,
    ...(scores.length > 0 && { scores }),
    ...(redFlags.length > 0 && { redFlags }),
    ...(source.value && { source: source.value }),
    ...(origin.value && { origin: origin.value }),
    ...(Object.keys(translations).length > 0 && { translations }),
  }
}

/** Each text is merged by itself, so that two people can translate one form. */
function mergeTranslations(base: Translations = {}, mine: Translations = {}, theirs: Translations = {}): Translations | undefined {
  const merged: Translations = {}
  for (const language of new Set([...Object.keys(mine), ...Object.keys(theirs)])) {
    const [was, own, other] = [base[language] ?? {}, mine[language] ?? {}, theirs[language] ?? {}]
    const texts: Texts = {}
    for (const id of new Set([...Object.keys(own), ...Object.keys(other)])) {
      const text = mergeValues(was[id], own[id], other[id])
      if (!text) return undefined
      if (text.value) texts[id] = text.value
    }
    if (Object.keys(texts).length > 0) merged[language] = texts
  }
  return merged
}
