/** The fields that have changed. A form that saves only these does not overwrite, or ask for an identity check of, unchanged ones. */
export const changedOnly = <T extends object>(now: T, before: T) =>
  Object.fromEntries(
    Object.entries(now).filter(([name, value]) => JSON.stringify(value) !== JSON.stringify(before[name as keyof T])),
  ) as Partial<T> // the names are those of T
