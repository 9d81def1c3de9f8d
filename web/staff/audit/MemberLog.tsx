import { keepPreviousData, useQuery } from '@tanstack/react-query'

import type { LogEntry } from '#contract/member-records.ts'
import { auditEvents } from '#domain/audit-events.ts'
import { formatDate, formatDateTime, isIsoDate } from '#domain/dates.ts'
import { api } from '#web/api/client.ts'
import { q } from '#web/api/query.ts'
import { wordsOf } from '#web/api/refusal.ts'
import { useListSearch } from '#web/staff/list-search.ts'
import { DateFilter } from '#web/staff/requests/worklist/DateFilter.tsx'
import { Button } from '#web/ui/Button.tsx'
import { DataTable } from '#web/ui/DataTable.tsx'
import { EmptyState } from '#web/ui/EmptyState.tsx'
import { FilterBar } from '#web/ui/FilterBar.tsx'
import { Pagination } from '#web/ui/Pagination.tsx'
import { Panel } from '#web/ui/Panel.tsx'
import { Select } from '#web/ui/Select.tsx'
import type { Column } from '#web/ui/data-table.ts'

import { eventLabel, eventOptions } from './event-label.ts'

const columns: Column<LogEntry>[] = [
  { id: 'at', header: 'When', cell: ({ at }) => formatDateTime(at), isNowrap: true, isRowHeader: true },
  { id: 'what', header: 'What', cell: ({ description }) => description },
  { id: 'event', header: 'Event', cell: ({ eventType }) => <span className="muted">{eventLabel(eventType)}</span> },
]

const dayOf = (text: string) => (isIsoDate(text) ? text : '')

/** What a member did, newest first (AUD-2). */
export function MemberLog({ memberId }: { memberId: string }) {
  const list = useListSearch({ sorts: [], filters: { eventType: '', from: '', to: '' }, choices: { eventType: auditEvents } })
  const [from, to] = [dayOf(list.filters.from), dayOf(list.filters.to)]
  const { eventType } = list.filters
  const log = useQuery({
    ...q(api.members.logs, {
      params: { id: memberId },
      query: { page: list.page, limit: list.limit, ...(eventType && { eventType }), ...(from && { from }), ...(to && { to }) },
    }),
    placeholderData: keepPreviousData,
  })
  const days = [from && `from ${formatDate(from)}`, to && `to ${formatDate(to)}`].filter(Boolean).join(' ')
  const chips = days ? [{ id: 'days', label: `Days ${days}`, onRemove: () => list.setFilters({ from: '', to: '' }) }] : []
  return (
    <>
      <FilterBar chips={chips} onClear={list.clearFilters} label="Filter the audit log">
        <Select
          label="Event type"
          placeholder="All events"
          options={eventOptions}
          value={eventType}
          onChange={(event) => list.setFilters({ eventType: event.target.value })}
        />
        <DateFilter label="Days" from={from} to={to} onChange={(first, last) => list.setFilters({ from: first, to: last })} />
      </FilterBar>
      <Panel isFlush>
        <DataTable
          label="Audit log"
          columns={columns}
          rows={log.data?.docs}
          rowId={({ id }) => String(id)}
          isStale={log.isPlaceholderData}
          error={log.isError ? { message: wordsOf(log.error), onRetry: () => void log.refetch() } : undefined}
          empty={
            list.isFiltered ? (
              <EmptyState title="Nothing matches" icon="search" action={<Button onClick={list.clearFilters}>Clear filters</Button>} />
            ) : (
              <EmptyState title="Nothing recorded yet">Everything this person does in Formward is recorded here.</EmptyState>
            )
          }
        />
        {log.data && (
          <Pagination page={list.page} limit={list.limit} total={log.data.totalDocs} onPage={list.setPage} onLimit={list.setLimit} />
        )}
      </Panel>
    </>
  )
}
