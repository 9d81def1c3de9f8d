/** A first careful look at what came from outside: the wrong kind of thing is as good as nothing. */
export type Raw = Record<string, unknown>

export const isObject = (value: unknown): value is Raw => typeof value === 'object' && value !== null && !Array.isArray(value)
export const objectsIn = (value: unknown): Raw[] => (Array.isArray(value) ? value.filter(isObject) : [])
export const textIn = (value: unknown) => (typeof value === 'string' ? value : '')
/** Some write 'true' for true. */
export const isTrue = (value: unknown) => value === true || value === 'true'

/** The value of an element that has one of several kinds: `valueString`, `answerCoding` … */
export function valueIn(element: Raw, prefix: 'value' | 'answer'): unknown {
  const name = Object.keys(element).find((one) => one.startsWith(prefix) && /^[A-Z]/.test(one.slice(prefix.length)))
  return name === undefined ? undefined : element[name]
}

/** Any plain value as text; what is no plain value is none. */
export const asText = (value: unknown) =>
  typeof value === 'string' ? value : typeof value === 'number' || typeof value === 'boolean' ? String(value) : ''
