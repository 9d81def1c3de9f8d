import { keepPreviousData, useQuery, type UseQueryOptions } from '@tanstack/react-query'
import type { ReactNode } from 'react'

import type { LogEntry } from '#contract/audit.ts'
import type { ApiError } from '#web/api/api-problem.ts'
import { wordsOf } from '#web/api/refusal.ts'
import { Button } from '#web/ui/Button.tsx'
import { DataTable } from '#web/ui/DataTable.tsx'
import { EmptyState } from '#web/ui/EmptyState.tsx'
import { Panel } from '#web/ui/Panel.tsx'

import { LogFilters } from './LogFilters.tsx'
import { logColumns } from './log-columns.tsx'
import { useLogSearch, type LogSearch } from './use-log-search.ts'

export type LogPage = { docs: LogEntry[]; page: number; totalDocs: number; isCountCapped: boolean; cursor?: string | undefined }
type Asking = UseQueryOptions<LogPage, ApiError, LogPage, {}[]>

type AuditLogProps = {
  label: string
  /** How a page of it is asked for. */
  ask: (query: LogSearch['query']) => Asking
  /** What there is to say while nothing is recorded. */
  children: ReactNode
  /** Several people's deeds: who did each is told, and can be asked for. */
  hasPeople?: boolean
  renderActions?: (search: LogSearch) => ReactNode
}

/** A log with its filters, newest first (AUD-2, AUD-4); its state is in the address. */
export function AuditLog({ label, ask, children, hasPeople = false, renderActions }: AuditLogProps) {
  const search = useLogSearch()
  const { list } = search
  const log = useQuery({ ...ask(search.query), placeholderData: keepPreviousData })
  const person = log.data?.docs.find(({ by }) => by.id === list.filters.memberId)?.by.name
  return (
    <>
      <LogFilters list={list} person={person}>
        {renderActions?.(search)}
      </LogFilters>
      <Panel isFlush>
        <DataTable
          label={label}
          columns={logColumns({ hasPeople, onPerson: (memberId) => list.setFilters({ memberId }) })}
          rows={log.data?.docs}
          rowId={({ id }) => String(id)}
          isStale={log.isPlaceholderData}
          error={log.isError ? { message: wordsOf(log.error), onRetry: () => void log.refetch() } : undefined}
          empty={
            list.isFiltered ? (
              <EmptyState title="Nothing matches" icon="search" action={<Button onClick={list.clearFilters}>Clear filters</Button>} />
            ) : (
              <EmptyState title="Nothing recorded yet">{children}</EmptyState>
            )
          }
          paging={list.pagingOf(log.data, {
            whyMore: log.data?.isCountCapped ? 'They were not all counted: fewer days or one event show the rest.' : undefined,
          })}
        />
      </Panel>
    </>
  )
}
