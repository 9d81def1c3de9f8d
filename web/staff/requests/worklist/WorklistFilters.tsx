import type { RequestGroupings } from '#contract/requests.ts'
import { requestStatuses, requestStatusLabel } from '#domain/request-status.ts'
import { useSession } from '#web/staff/session.ts'
import { FilterBar } from '#web/ui/FilterBar.tsx'
import { FilterMenu, type FilterOption } from '#web/ui/FilterMenu.tsx'
import { SearchField } from '#web/ui/SearchField.tsx'

import { DateFilter } from './DateFilter.tsx'
import { filterChips } from './filter-chips.ts'
import type { Worklist } from './worklist-search.ts'

const switches = ['urgent', 'redFlag', 'notReached'] as const

export type WorklistFiltersProps = {
  list: Worklist
  groupings: RequestGroupings | undefined
  /** Not all were counted. */
  isAtLeast: boolean
}

/** Every filter with how many requests each of its values would show. */
export function WorklistFilters({ list, groupings, isAtLeast }: WorklistFiltersProps) {
  const { filters, setFilters, clearFilters } = list
  const { member } = useSession()
  const menus = [
    // One has its tab; several together are chosen here.
    { name: 'status', label: 'Status', options: statusOptions(groupings?.status) },
    { name: 'specialty', label: 'Specialty', options: groupings?.specialty },
    { name: 'formId', label: 'Form', options: groupings?.form },
    { name: 'assignee', label: 'Assignee', options: withMeFirst(groupings?.assignee, member.id) },
    { name: 'method', label: 'Sent by', options: groupings?.method },
    { name: 'location', label: 'Location', options: groupings?.location },
    { name: 'event', label: 'Event', options: groupings?.event },
  ] as const
  return (
    <FilterBar label="Filter form requests" chips={filterChips(list, groupings)} onClear={() => clearFilters()}>
      <SearchField
        label="Search form requests"
        isLabelHidden
        placeholder="Name, number or pathway"
        value={filters.search}
        onSearch={(search) => setFilters({ search }, { replace: true })}
      />
      {menus.map(({ name, label, options = [] }) => (
        <FilterMenu
          key={name}
          label={label}
          options={options}
          isAtLeast={isAtLeast}
          value={filters[name]}
          onChange={(value) => setFilters({ [name]: value })}
        />
      ))}
      <DateFilter
        label="Created"
        from={filters.createdFrom}
        to={filters.createdTo}
        onChange={(createdFrom, createdTo) => setFilters({ createdFrom, createdTo })}
      />
      <DateFilter
        label="Submitted"
        from={filters.submittedFrom}
        to={filters.submittedTo}
        onChange={(submittedFrom, submittedTo) => setFilters({ submittedFrom, submittedTo })}
      />
      <FilterMenu
        label="More"
        isAtLeast={isAtLeast}
        options={[
          { value: 'urgent', label: 'Urgent', count: groupings?.urgent },
          { value: 'redFlag', label: 'Red flag' },
          { value: 'notReached', label: 'Not reached' },
        ]}
        value={switches.filter((name) => filters[name] === 'true')}
        onChange={(value) => setFilters(Object.fromEntries(switches.map((name) => [name, value.includes(name) ? 'true' : ''])))}
      />
    </FilterBar>
  )
}

const statusOptions = (counts: RequestGroupings['status'] | undefined): FilterOption[] =>
  requestStatuses.map((value) => ({ value, label: requestStatusLabel(value), count: counts?.[value] }))

/** One's own work first, then what nobody has; the address says "me", so that a shared link is everyone's own. */
function withMeFirst(assignees: readonly FilterOption[] | undefined, memberId: string): FilterOption[] {
  const countOf = (value: string) => assignees?.find((one) => one.value === value)?.count ?? 0
  return [
    { value: 'me', label: 'Me', count: countOf(memberId) },
    { value: 'none', label: 'Unassigned', count: countOf('none') },
    ...(assignees ?? []).filter(({ value }) => value !== memberId && value !== 'none'),
  ]
}
