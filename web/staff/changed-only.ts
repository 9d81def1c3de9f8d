/** The fields that differ from what they were: a form that saves only these never touches, or asks for a proof of, what nobody changed. */
export const changedOnly = <T extends object>(now: T, before: T) =>
  Object.fromEntries(Object.entries(now).filter(([name, value]) => value !== before[name as keyof T])) as Partial<T> // the names are those of T
