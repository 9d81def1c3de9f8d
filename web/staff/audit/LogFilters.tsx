import type { ReactNode } from 'react'

import { formatDate, isIsoDate } from '#domain/dates.ts'
import { DateFilter } from '#web/staff/requests/worklist/DateFilter.tsx'
import { FilterBar } from '#web/ui/FilterBar.tsx'
import { FilterMenu } from '#web/ui/FilterMenu.tsx'

import { eventLabel, eventOptions } from './event-label.ts'
import type { LogSearch } from './use-log-search.ts'

const dayOf = (text: string) => (isIsoDate(text) ? text : '')

type LogFiltersProps = {
  list: LogSearch['list']
  /** the name of the user `memberId`, once loaded */ person: string | undefined
  children: ReactNode
}

export function LogFilters({ list, person, children }: LogFiltersProps) {
  const { eventType, memberId } = list.filters
  const [from, to] = [dayOf(list.filters.from), dayOf(list.filters.to)]
  const days = [from && `from ${formatDate(from)}`, to && `to ${formatDate(to)}`].filter(Boolean).join(' ')
  const chips = [
    ...eventType.map((one) => ({
      id: one,
      label: `Event: ${eventLabel(one)}`,
      onRemove: () => list.setFilters({ eventType: eventType.filter((other) => other !== one) }),
    })),
    ...(days ? [{ id: 'days', label: `Days ${days}`, onRemove: () => list.setFilters({ from: '', to: '' }) }] : []),
    ...(memberId ? [{ id: 'person', label: `By ${person ?? 'one user'}`, onRemove: () => list.setFilters({ memberId: '' }) }] : []),
  ]
  return (
    <FilterBar chips={chips} onClear={list.clearFilters} label="Filter the audit log">
      <FilterMenu label="Event type" options={eventOptions} value={eventType} onChange={(value) => list.setFilters({ eventType: value })} />
      <DateFilter label="Days" from={from} to={to} onChange={(first, last) => list.setFilters({ from: first, to: last })} />
      {children}
    </FilterBar>
  )
}
