import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useEffect } from 'react'

import type { ImportJob, ImportRowVerdict } from '#contract/imports.ts'
import { importVerdicts } from '#domain/import-job.ts'
import { importColumns } from '#domain/import-template.ts'
import { formatNhsNumber, isNhsNumber, normaliseNhsNumber } from '#domain/nhs-number.ts'
import { api } from '#web/api/client.ts'
import { q } from '#web/api/query.ts'
import { wordsOf } from '#web/api/refusal.ts'
import { useListSearch } from '#web/staff/list-search.ts'
import { pathTo } from '#web/staff/paths.ts'
import { Badge } from '#web/ui/Badge.tsx'
import { DataTable } from '#web/ui/DataTable.tsx'
import { EmptyState } from '#web/ui/EmptyState.tsx'
import { Link } from '#web/ui/Link.tsx'
import { Pagination } from '#web/ui/Pagination.tsx'
import { Panel } from '#web/ui/Panel.tsx'
import { TabNav } from '#web/ui/TabNav.tsx'
import type { Column } from '#web/ui/data-table.ts'

import { isUnderway, verdictLooks } from './import-words.ts'

import './imports.scss'

const columns: Column<ImportRowVerdict>[] = [
  { id: 'row', header: 'Row', cell: ({ rowNumber }) => rowNumber, sortBy: 'rowNumber', isRowHeader: true },
  {
    id: 'verdict',
    header: 'Verdict',
    cell: ({ verdict }) => <Badge kind={verdictLooks[verdict].badge}>{verdictLooks[verdict].label}</Badge>,
  },
  { id: 'problems', header: 'What is wrong', cell: ({ problems }) => <Problems problems={problems} /> },
  { id: 'patient', header: 'Patient', cell: ({ cells }) => [cells.firstName, cells.lastName].filter(Boolean).join(' ') || '–' },
  { id: 'nhs', header: 'NHS number', cell: ({ cells }) => nhsNumberWords(cells.nhsNumber), isNowrap: true },
  { id: 'form', header: 'Form', cell: ({ cells }) => cells.form ?? '–' },
  { id: 'pathway', header: 'Pathway ID', cell: ({ cells }) => cells.pathwayId ?? '–' },
  { id: 'method', header: 'Method', cell: ({ cells }) => cells.method ?? '–' },
]

/** As it stands in the file where it is not a valid one: the reader is to find it there. */
function nhsNumberWords(text: string | null | undefined) {
  if (!text) return '–'
  return isNhsNumber(text) ? formatNhsNumber(normaliseNhsNumber(text)) : text
}

const imported: Column<ImportRowVerdict> = {
  id: 'request',
  header: 'Form request',
  cell: ({ requestId }) => (requestId ? <Link href={pathTo('requestDetails', { id: requestId })}>Open</Link> : '–'),
}

function Problems({ problems }: Pick<ImportRowVerdict, 'problems'>) {
  if (problems.length === 0) return '–'
  return (
    <ul className="row-problems">
      {problems.map(({ column, code, message }) => (
        <li key={`${column} ${code}`}>
          <b>{importColumns[column].header}:</b> {message}
        </li>
      ))}
    </ul>
  )
}

/** Every row of the file with its verdict, and everything wrong with it in words. */
export function ImportRows({ job }: { job: ImportJob }) {
  const list = useListSearch({
    limit: 20,
    sort: 'rowNumber',
    sorts: ['rowNumber'],
    filters: { verdict: '' },
    choices: { verdict: importVerdicts },
  })
  const found = useQuery({
    ...q(api.imports.rows, { params: { id: job.id }, query: list.query }),
    placeholderData: keepPreviousData,
    refetchInterval: isUnderway(job) ? 2_000 : false,
  })
  // Once more when the work has ended: the last look was from before.
  const { refetch } = found
  useEffect(() => void refetch(), [job.status, refetch])
  const to = (verdict?: string) => pathTo('requestImportDetails', { id: job.id }, verdict ? { filters: { verdict } } : undefined)
  return (
    <div>
      <TabNav
        label="Verdict"
        current={list.filters.verdict || 'all'}
        tabs={[
          { id: 'all', label: 'All rows', href: to(), count: job.totalRows },
          { id: 'new', label: 'New', href: to('new'), count: job.newRows },
          { id: 'warning', label: 'Warnings', href: to('warning'), count: job.warningRows },
          { id: 'error', label: 'Errors', href: to('error'), count: job.errorRows },
        ]}
      />
      <Panel isFlush>
        <DataTable
          label="Rows of the file"
          columns={job.importedRows > 0 ? [...columns, imported] : columns}
          rows={found.data?.docs}
          rowId={({ rowNumber }) => String(rowNumber)}
          sort={list.sort}
          onSort={list.setSort}
          isStale={found.isPlaceholderData}
          error={found.isError ? { message: wordsOf(found.error), onRetry: () => void found.refetch() } : undefined}
          empty={<EmptyState title="No rows of this kind" icon="tick" />}
          skeletonRows={list.limit}
        />
        {found.data && (
          <Pagination page={list.page} limit={list.limit} total={found.data.totalDocs} onPage={list.setPage} onLimit={list.setLimit} />
        )}
      </Panel>
    </div>
  )
}
