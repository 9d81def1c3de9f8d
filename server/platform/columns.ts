/** The given fields by the names of their columns. A field that is left out keeps its value. */
export const toColumns = <F extends object>(columnOf: Record<keyof F, string>, fields: F) =>
  Object.fromEntries(
    // Object.entries forgets the names.
    Object.entries(fields).flatMap(([name, value]) => (value === undefined ? [] : [[columnOf[name as keyof F], value]])),
  )
