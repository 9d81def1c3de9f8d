import { auditEvents } from '#domain/audit-events.ts'
import { isIsoDate } from '#domain/dates.ts'
import { useListSearch } from '#web/staff/lists/use-list-search.ts'
import { auditList } from '#web/staff/searches.ts'

const dayOf = (text: string) => (isIsoDate(text) ? text : undefined)
const idOf = (text: string) => (/^[0-9a-f]{8}-([0-9a-f]{4}-){3}[0-9a-f]{12}$/.test(text) ? text : undefined)

/** The filters of a log from the address. Invalid values are ignored. */
export function useLogSearch() {
  const found = useListSearch(auditList)
  const eventType = auditEvents.filter((one) => found.filters.eventType.includes(one))
  const list = { ...found, filters: { ...found.filters, eventType } }
  const { from, to, memberId, automaticReads } = list.filters
  const filters = {
    ...(eventType.length > 0 && { eventType }),
    ...(dayOf(from) && { from }),
    ...(dayOf(to) && { to }),
    ...(idOf(memberId) && { memberId }),
  }
  return {
    list,
    filters,
    // A chosen event type is shown even if it is an automatic read.
    query: {
      page: list.page,
      limit: list.limit,
      ...(list.query.cursor && { cursor: list.query.cursor }),
      ...filters,
      ...(!automaticReads && eventType.length === 0 && { automaticReads: 'hidden' as const }),
    },
  }
}
export type LogSearch = ReturnType<typeof useLogSearch>
