/** What is never kept anywhere, whatever form it is typed into. */
const isSecret = (name: string) => /password|secret/i.test(name)

const isSame = (one: unknown, other: unknown) => JSON.stringify(one) === JSON.stringify(other)

/** The fields that were typed into. The others stay whatever they are by the time the form is opened again. */
export const changedFields = <T extends object>(initial: T, values: T): Partial<T> =>
  Object.fromEntries(Object.entries(values).filter(([name, value]) => !isSame(value, initial[name as keyof T]))) as Partial<T> // entries of T

/** The changed fields as they may be kept, in text; '' where there is nothing to keep. */
export function textToKeep(changed: object) {
  const kept = Object.fromEntries(Object.entries(changed).filter(([name]) => !isSecret(name)))
  return Object.keys(kept).length > 0 ? JSON.stringify(kept) : ''
}

/** What was kept, as far as it still fits the form: another version of it may have been typed into. */
export function readKept<T extends object>(text: string, initial: T): Partial<T> {
  const kept = JSON.parse(text) as object // textToKeep wrote an object
  const fits = ([name, value]: [string, unknown]) =>
    Object.hasOwn(initial, name) && !isSecret(name) && kindOf(value, initial[name as keyof T])
  return Object.fromEntries(Object.entries(kept).filter(fits)) as Partial<T> // names of T, with values of their kinds
}

/** A field that begins with nothing may hold anything but what a text, a list or a tick would be. */
const kindOf = (value: unknown, model: unknown) =>
  model === undefined || model === null ? true : typeof value === typeof model && Array.isArray(value) === Array.isArray(model)
