import type { ReactNode } from 'react'

import { formatDate, isIsoDate } from '#domain/dates.ts'
import { DateFilter } from '#web/staff/requests/worklist/DateFilter.tsx'
import { FilterBar } from '#web/ui/FilterBar.tsx'
import { FilterMenu } from '#web/ui/FilterMenu.tsx'

import { eventLabel, eventOptions } from './event-label.ts'
import type { LogSearch } from './use-log-search.ts'
import { auditLogWords } from './words.ts'

const words = auditLogWords.filters
const dayOf = (text: string) => (isIsoDate(text) ? text : '')

type LogFiltersProps = {
  list: LogSearch['list']
  /** the name of the user `memberId`, once loaded */ person: string | undefined
  children: ReactNode
}

export function LogFilters({ list, person, children }: LogFiltersProps) {
  const { eventType, memberId } = list.filters
  const [from, to] = [dayOf(list.filters.from), dayOf(list.filters.to)]
  const days = [from && words.from(formatDate(from)), to && words.to(formatDate(to))].filter(Boolean).join(' ')
  const chips = [
    ...eventType.map((one) => ({
      id: one,
      label: words.event(eventLabel(one)),
      onRemove: () => list.setFilters({ eventType: eventType.filter((other) => other !== one) }),
    })),
    ...(days ? [{ id: 'days', label: words.chosenDays(days), onRemove: () => list.setFilters({ from: '', to: '' }) }] : []),
    ...(memberId ? [{ id: 'person', label: words.by(person), onRemove: () => list.setFilters({ memberId: '' }) }] : []),
  ]
  return (
    <FilterBar chips={chips} onClear={list.clearFilters} label={words.label}>
      <FilterMenu
        label={words.eventType}
        options={eventOptions}
        value={eventType}
        onChange={(value) => list.setFilters({ eventType: value })}
      />
      <DateFilter label={words.days} from={from} to={to} onChange={(first, last) => list.setFilters({ from: first, to: last })} />
      {children}
    </FilterBar>
  )
}
