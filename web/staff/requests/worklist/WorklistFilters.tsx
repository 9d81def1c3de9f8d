import type { RequestGroupings } from '#contract/request-filters.ts'
import { requestStatuses, requestStatusLabel } from '#domain/request-status.ts'
import {
  dayFilterNames,
  flagFilterNames,
  menuFilterNames,
  worklistFilters,
  type FlagFilterName,
  type MenuFilterName,
} from '#domain/worklist-filters.ts'
import { useSession } from '#web/staff/session.ts'
import { FilterBar } from '#web/ui/FilterBar.tsx'
import { FilterMenu, type FilterOption } from '#web/ui/FilterMenu.tsx'
import { SearchField } from '#web/ui/SearchField.tsx'

import { DateFilter } from './DateFilter.tsx'
import { filterChips } from './filter-chips.ts'
import type { Worklist } from './worklist-search.ts'
import { worklistFilterWords as words } from './words.ts'

export type WorklistFiltersProps = {
  list: Worklist
  groupings: RequestGroupings | undefined
  /** Not all were counted. */
  isAtLeast: boolean
}

/** The filters, with the number of form requests for each value. */
export function WorklistFilters({ list, groupings, isAtLeast }: WorklistFiltersProps) {
  const { filters, setFilters, clearFilters } = list
  const { member } = useSession()
  const optionsOf = (name: MenuFilterName): readonly FilterOption[] => {
    // One status has its tab; several together are chosen here.
    if (name === 'status') return statusOptions(groupings?.status)
    return name === 'assignee' ? withMeFirst(groupings?.assignee, member.id) : (groupings?.[name] ?? [])
  }
  const flagCounts: Partial<Record<FlagFilterName, number>> = groupings ?? {}
  return (
    <FilterBar label={words.label} chips={filterChips(list, groupings)} onClear={() => clearFilters()}>
      <SearchField
        label={words.search}
        isLabelHidden
        placeholder={words.searchExample}
        value={filters.search}
        onSearch={(search) => setFilters({ search }, { replace: true })}
      />
      {menuFilterNames.map((name) => (
        <FilterMenu
          key={name}
          label={worklistFilters[name].label}
          options={optionsOf(name)}
          isAtLeast={isAtLeast}
          value={filters[name]}
          onChange={(value) => setFilters({ [name]: value })}
        />
      ))}
      {[...Map.groupBy(dayFilterNames, (name) => worklistFilters[name].label)].map(([label, [from, to]]) => (
        <DateFilter
          key={label}
          label={label}
          from={filters[from!]}
          to={filters[to!]}
          onChange={(first, last) => setFilters({ [from!]: first, [to!]: last })}
        />
      ))}
      <FilterMenu
        label={words.more}
        isAtLeast={isAtLeast}
        options={flagFilterNames.map((name) => ({ value: name, label: worklistFilters[name].label, count: flagCounts[name] }))}
        value={flagFilterNames.filter((name) => filters[name] === 'true')}
        onChange={(value) => setFilters(Object.fromEntries(flagFilterNames.map((name) => [name, value.includes(name) ? 'true' : ''])))}
      />
    </FilterBar>
  )
}

const statusOptions = (counts: RequestGroupings['status'] | undefined): FilterOption[] =>
  requestStatuses.map((value) => ({ value, label: requestStatusLabel(value), count: counts?.[value] }))

/** The member first, then unassigned. The URL has "me", so that a shared link shows each member their own work. */
function withMeFirst(assignees: readonly FilterOption[] | undefined, memberId: string): FilterOption[] {
  const countOf = (value: string) => assignees?.find((one) => one.value === value)?.count ?? 0
  return [
    { value: 'me', label: words.me, count: countOf(memberId) },
    { value: 'none', label: words.unassigned, count: countOf('none') },
    ...(assignees ?? []).filter(({ value }) => value !== memberId && value !== 'none'),
  ]
}
