import type { RequestGroupings } from '#contract/request-filters.ts'
import { formatDate, isIsoDate } from '#domain/dates.ts'
import { addressFilterNames, worklistFilter, type AddressFilterName } from '#domain/worklist-filters.ts'
import type { FilterChip } from '#web/ui/FilterBar.tsx'

import { specialtyWords } from './request-columns.tsx'
import type { Worklist } from './worklist-search.ts'

type Counted = { value: string; label: string }[]

/** Everything that narrows the list down, in words, each to be taken away by itself. The status has its tabs unless there are several. */
export function filterChips({ filters, setFilters }: Worklist, groupings: RequestGroupings | undefined): FilterChip[] {
  return addressFilterNames.flatMap((name) => {
    const { chip } = worklistFilter(name)
    const value: string | readonly string[] = filters[name]
    const values = typeof value === 'string' ? [value].filter(Boolean) : value
    if (!chip || (name === 'status' && values.length === 1)) return []
    return values.map((one) => ({
      id: `${name} ${one}`,
      label: chip(textOf(name, one, groupings), one),
      onRemove: () => setFilters({ [name]: typeof value === 'string' ? '' : value.filter((other) => other !== one) }),
    }))
  })
}

/** One value of a filter in words. The names of forms and members come with the counts. */
function textOf(name: AddressFilterName, value: string, groupings: RequestGroupings | undefined) {
  const { takes } = worklistFilter(name)
  if (name === 'specialty') return specialtyWords(value)
  if (takes.kind === 'choices') return takes.labelOf(value as never) // the address was checked when it was read
  if (takes.kind === 'day') return isIsoDate(value) ? formatDate(value) : value
  if (takes.kind !== 'ids' && takes.kind !== 'assignees') return value
  if (value === 'none') return 'Unassigned'
  const counted = (groupings as Record<string, unknown> | undefined)?.[name] as Counted | undefined // a list for filters of ids
  return counted?.find((one) => one.value === value)?.label ?? '…'
}
