import type { MessageFilters } from '#contract/messages.ts'
import type { RequestFilters } from '#contract/request-filters.ts'
import type { PatientFilters } from '#contract/patients.ts'
import type { WaitingListFilters } from '#contract/waiting-list.ts'

export type Filters = Partial<RequestFilters> & Partial<PatientFilters>

/** One query of a list. `after`: with the cursor of the page before, as the app does when it pages. */
export type ListQuery = {
  what: string
  list: 'requests' | 'patients' | 'messages' | 'waitingList'
  page?: number
  limit?: number
  sort?: string
  filters?: Filters
  /** The filters of the list of messages. */
  messageFilters?: MessageFilters
  /** The queue of the waiting list, and the filters in it. */
  waitingListFilters?: WaitingListFilters
  after?: boolean
  /** The wards that the caller is limited to. */
  wards?: string[] | undefined
}

/** A statement as it is prepared. */
export type Statement = { text: string; values: unknown[] }
/** What answers a question without us: the page, and all that is counted beside it. */
export type Bare = { page: Statement; counts: Statement[] }

/** The values of a statement, with their positions. */
export function collectValues(first: unknown[]) {
  const values = [...first]
  return { values, add: (value: unknown, type = '') => `$${values.push(value)}${type && `::${type}`}` }
}
export type Values = ReturnType<typeof collectValues>
