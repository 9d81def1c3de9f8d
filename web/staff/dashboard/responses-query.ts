import { daysOf, periodProblem, type Days } from '#domain/dashboard-periods.ts'
import { dateOf } from '#domain/moments.ts'
import type { SearchOf } from '#web/staff/searches.ts'

type Search = SearchOf<'dashboard'>

/** The days of the period in the address; undefined for days that are no period. */
export function periodIn({ period = 'last30', from, to }: Search): Days | undefined {
  if (period !== 'custom') return daysOf(period, dateOf(new Date()))
  return from && to && !periodProblem({ from, to }) ? { from, to } : undefined
}

/** The filters in the address, as the worklist has them too. */
export const filtersIn = ({ formId, specialty, wardId }: Search) => ({
  ...(formId && { formId: [formId] }),
  ...(specialty && { specialty: [specialty] }),
  ...(wardId && { wardId: [wardId] }),
})
export type ResponseFilters = ReturnType<typeof filtersIn>

/** What the dashboard asks for a period; undefined without a period. */
export function responsesQueryOf(search: Search) {
  const days = periodIn(search)
  return days && { ...days, filters: filtersIn(search) }
}
