import type { UseQueryOptions } from '@tanstack/react-query'
import type { ReactNode } from 'react'

import type { LogEntry } from '#contract/audit.ts'
import type { ApiError } from '#web/api/api-problem.ts'
import { ListTable, useListPage } from '#web/staff/lists/ListPanel.tsx'

import { LogFilters } from './LogFilters.tsx'
import { logColumns } from './log-columns.tsx'
import { useLogSearch, type LogSearch } from './use-log-search.ts'
import { auditLogWords } from './words.ts'

export type LogPage = { docs: LogEntry[]; page: number; totalDocs: number; isCountCapped: boolean; cursor?: string | undefined }
type Asking = UseQueryOptions<LogPage, ApiError, LogPage, {}[]>

type AuditLogProps = {
  label: string
  /** How a page of it is asked for. */
  ask: (query: LogSearch['query']) => Asking
  /** What there is to say while nothing is recorded. */
  children: string
  /** Several people's deeds: who did each is told, and can be asked for. */
  hasPeople?: boolean
  renderActions?: (search: LogSearch) => ReactNode
}

/** A log with its filters, newest first (AUD-2, AUD-4); its state is in the address. */
export function AuditLog({ label, ask, children, hasPeople = false, renderActions }: AuditLogProps) {
  const search = useLogSearch()
  const { list } = search
  const log = useListPage(ask(search.query))
  const person = log.data?.docs.find(({ by }) => by.id === list.filters.memberId)?.by.name
  return (
    <>
      <LogFilters list={list} person={person}>
        {renderActions?.(search)}
      </LogFilters>
      <ListTable
        label={label}
        list={list}
        found={log}
        columns={logColumns({ hasPeople, onPerson: (memberId) => list.setFilters({ memberId }) })}
        rowId={({ id }) => String(id)}
        empty={{ title: auditLogWords.empty, text: children }}
        noMatch={auditLogWords.noMatch}
        whyMore={log.data?.isCountCapped ? auditLogWords.notAllCounted : undefined}
      />
    </>
  )
}
