import { isIsoDate } from '#domain/dates.ts'
import { useListSearch } from '#web/staff/lists/use-list-search.ts'
import { messageList } from '#web/staff/searches.ts'

const isId = (text: string) => /^[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}$/i.test(text)
const dayOf = (text: string) => (isIsoDate(text) ? text : '')

/** The filters of the messages from the address. Invalid values are ignored. */
export function useMessageSearch() {
  const found = useListSearch(messageList)
  const { formId, from, to } = found.filters
  const list = { ...found, filters: { ...found.filters, formId: formId.filter(isId), from: dayOf(from), to: dayOf(to) } }
  const filters = Object.fromEntries(Object.entries(list.filters).filter(([, value]) => value.length > 0)) as typeof found.query.filters // the same, without empty ones
  return { list, filters, query: { ...found.query, filters } }
}
export type MessageSearch = ReturnType<typeof useMessageSearch>
