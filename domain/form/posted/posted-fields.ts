/** What a plain HTML form sends: one value or several under a name. */
export type PostedFields = Record<string, unknown>

export const postedText = (value: unknown) =>
  typeof value === 'string' ? value : Array.isArray(value) && typeof value[0] === 'string' ? value[0] : ''

export const postedTexts = (value: unknown) => [value].flat().filter((one): one is string => typeof one === 'string' && one !== '')
