import type { UseQueryOptions } from '@tanstack/react-query'
import type { ReactNode } from 'react'

import type { LogEntry } from '#contract/audit.ts'
import { formatDate, isIsoDate } from '#domain/dates.ts'
import { formatDateTime } from '#domain/moments.ts'
import type { ApiError } from '#web/api/api-problem.ts'
import { ListTable, useListPage } from '#web/staff/lists/ListPanel.tsx'
import { DateFilter } from '#web/staff/requests/worklist/DateFilter.tsx'
import { Button } from '#web/ui/Button.tsx'
import { Checkbox } from '#web/ui/Checkbox.tsx'
import { FilterBar } from '#web/ui/FilterBar.tsx'
import { FilterMenu } from '#web/ui/FilterMenu.tsx'
import { VisuallyHidden } from '#web/ui/VisuallyHidden.tsx'
import type { Column } from '#web/ui/data-table.ts'

import { eventLabel, eventOptions } from './event-label.ts'
import { type LogSearch, useLogSearch } from './use-log-search.ts'
import { auditLogWords } from './words.ts'
import './audit.scss'

type LogPage = {
  docs: LogEntry[]
  page: number
  totalDocs: number
  isCountCapped: boolean
  archivedBefore: string | null
  cursor?: string | undefined
}
type Asking = UseQueryOptions<LogPage, ApiError, LogPage, {}[]>

type AuditLogProps = {
  label: string
  /** How a page of the log is requested. */
  ask: (query: LogSearch['query']) => Asking
  /** The text for an empty log. */
  children: string
  /** Whether the log has several users, so that their names are shown and can be filtered. */
  hasPeople?: boolean
  /** Whether the log has reads that screens make by themselves. They are left out until they are asked for. */
  hasAutomaticReads?: boolean
  /** Fields that find a patient or a user. */
  renderPickers?: (search: LogSearch) => ReactNode
  renderActions?: (search: LogSearch) => ReactNode
}

/** A log with its filters, newest first (AUD-2, AUD-4); its state is in the address. */
export function AuditLog({
  label,
  ask,
  children,
  hasPeople = false,
  hasAutomaticReads = false,
  renderPickers,
  renderActions,
}: AuditLogProps) {
  const search = useLogSearch()
  const { list } = search
  const log = useListPage(ask(search.query))
  const archivedBefore = log.data?.archivedBefore
  const person = log.data?.docs.find(({ by }) => by.id === list.filters.memberId)?.by.name
  return (
    <>
      <LogFilters list={list} person={person} pickers={renderPickers?.(search)} hasAutomaticReads={hasAutomaticReads}>
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
        notAllCounted={auditLogWords.notAllCounted}
      />
      {archivedBefore && <p className="muted">{auditLogWords.archived(formatDate(archivedBefore))}</p>}
    </>
  )
}

const words = auditLogWords.filters
const dayOf = (text: string) => (isIsoDate(text) ? text : '')

type LogFiltersProps = {
  list: LogSearch['list']
  /** the name of the user `memberId`, once loaded */ person: string | undefined
  pickers: ReactNode
  hasAutomaticReads: boolean
  children: ReactNode
}

function LogFilters({ list, person, pickers, hasAutomaticReads, children }: LogFiltersProps) {
  const { eventType, memberId, automaticReads } = list.filters
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
    ...(automaticReads
      ? [{ id: 'automatic', label: words.automaticReadsShown, onRemove: () => list.setFilters({ automaticReads: false }) }]
      : []),
  ]
  return (
    <FilterBar chips={chips} onClear={list.clearFilters} label={words.label}>
      {pickers}
      <FilterMenu
        label={words.eventType}
        options={eventOptions}
        value={eventType}
        onChange={(value) => list.setFilters({ eventType: value })}
      />
      <DateFilter label={words.days} from={from} to={to} onChange={(first, last) => list.setFilters({ from: first, to: last })} />
      {hasAutomaticReads && (
        <Checkbox
          label={<span title={words.automaticReadsHint}>{words.automaticReads}</span>}
          checked={automaticReads}
          onChange={({ target }) => list.setFilters({ automaticReads: target.checked })}
        />
      )}
      {children}
    </FilterBar>
  )
}

type Choosing = { hasPeople: boolean; onPerson: (memberId: string) => void }

const logColumns = ({ hasPeople, onPerson }: Choosing): Column<LogEntry>[] => [
  { id: 'at', header: auditLogWords.columns.when, cell: ({ at }) => formatDateTime(at), isNowrap: true, isRowHeader: true },
  ...(hasPeople
    ? [{ id: 'who', header: auditLogWords.columns.who, cell: ({ by }: LogEntry) => <Person by={by} onPerson={onPerson} /> }]
    : []),
  { id: 'what', header: auditLogWords.columns.what, cell: ({ description }) => description },
  { id: 'event', header: auditLogWords.columns.event, cell: ({ eventType }) => <span className="muted">{eventLabel(eventType)}</span> },
]

/** Pressing a name shows only that user’s events. */
function Person({ by: { id, name }, onPerson }: Pick<LogEntry, 'by'> & Pick<Choosing, 'onPerson'>) {
  if (!id) return name
  return (
    <Button kind="link" className="log-person" onClick={() => onPerson(id)}>
      <VisuallyHidden>{auditLogWords.onlyBy}</VisuallyHidden>
      {name}
    </Button>
  )
}
