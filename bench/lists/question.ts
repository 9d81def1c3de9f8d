import type { RequestFilters } from '#contract/request-filters.ts'
import type { PatientFilters } from '#contract/patients.ts'

export type Filters = Partial<RequestFilters> & Partial<PatientFilters>

/** One thing that somebody asks of a list. `after`: with the cursor of the page before it, as the app does when one goes on from page to page. */
export type ListQuery = {
  what: string
  list: 'requests' | 'patients'
  page?: number
  limit?: number
  sort?: string
  filters?: Filters
  after?: boolean
  /** The wards that whoever asks is limited to. */
  wards?: string[] | undefined
}

/** A statement as it is prepared. */
export type Statement = { text: string; values: unknown[] }
/** What answers a question without us: the page, and all that is counted beside it. */
export type Bare = { page: Statement; counts: Statement[] }

/** Values of a statement, and where each stands in it. */
export function collectValues(first: unknown[]) {
  const values = [...first]
  return { values, add: (value: unknown, type = '') => `$${values.push(value)}${type && `::${type}`}` }
}
export type Values = ReturnType<typeof collectValues>
