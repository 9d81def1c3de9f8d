import { organisationTables } from './tables.ts'

/** The column that holds the organisation of a row; undefined for a table whose rows belong to none. */
export function organisationColumnOf(table: string) {
  if (table === 'organisations') return 'id'
  return organisationTables.has(table) ? 'organisation_id' : undefined
}
