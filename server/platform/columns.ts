/** What is given, by the columns it is kept in; a field left out stays as it is. */
export const toColumns = <F extends object>(columnOf: Record<keyof F, string>, fields: F) =>
  Object.fromEntries(
    // Object.entries forgets the names.
    Object.entries(fields).flatMap(([name, value]) => (value === undefined ? [] : [[columnOf[name as keyof F], value]])),
  )
