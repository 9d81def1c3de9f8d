/** Passwords and secrets are never kept in a draft. */
const isSecret = (name: string) => /password|secret|apiKey|privateKey/i.test(name)

const isSame = (one: unknown, other: unknown) => JSON.stringify(one) === JSON.stringify(other)

/** The changed fields. The other fields are not kept, so that they show the latest data when the form is opened again. */
export const changedFields = <T extends object>(initial: T, values: T): Partial<T> =>
  Object.fromEntries(Object.entries(values).filter(([name, value]) => !isSame(value, initial[name as keyof T]))) as Partial<T> // entries of T

/** The content of a draft with the changed fields, without secrets; '' when there is nothing to keep. */
export function draftOf(changed: object) {
  const kept = Object.fromEntries(Object.entries(changed).filter(([name]) => !isSecret(name)))
  return Object.keys(kept).length > 0 ? JSON.stringify(kept) : ''
}

/** The fields of a draft that still fit the form. The draft may come from an older version of the form. */
export function readDraft<T extends object>(text: string, initial: T): Partial<T> {
  const kept = JSON.parse(text) as object // draftOf wrote an object
  const fits = ([name, value]: [string, unknown]) =>
    Object.hasOwn(initial, name) && !isSecret(name) && hasSameKind(value, initial[name as keyof T])
  return Object.fromEntries(Object.entries(kept).filter(fits)) as Partial<T> // names of T, with values of the same kind
}

/** A field without an initial value may hold any kind of value. */
const hasSameKind = (value: unknown, model: unknown) =>
  model === undefined || model === null ? true : typeof value === typeof model && Array.isArray(value) === Array.isArray(model)
