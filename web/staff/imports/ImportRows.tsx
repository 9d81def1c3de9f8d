import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useEffect, useState } from 'react'

import type { ImportJob } from '#contract/imports.ts'
import { reopenOutcomes, revertOutcomes } from '#domain/import-decisions.ts'
import { importOutcomes, importVerdicts } from '#domain/import-job.ts'
import { api } from '#web/api/client.ts'
import { q } from '#web/api/query.ts'
import { wordsOf } from '#web/api/refusal.ts'
import { useListSearch } from '#web/staff/list-search.ts'
import { pathTo } from '#web/staff/paths.ts'
import { DataTable } from '#web/ui/DataTable.tsx'
import { EmptyState } from '#web/ui/EmptyState.tsx'
import { Panel } from '#web/ui/Panel.tsx'
import { TabNav } from '#web/ui/TabNav.tsx'

import { DecideRows } from './DecideRows.tsx'
import { isUnderway } from './import-words.ts'
import { columnsFor } from './row-columns.tsx'
import { RowFilters } from './RowFilters.tsx'

import './imports.scss'

const nobody: ReadonlySet<string> = new Set()

/** Every row of the file with its verdict, everything wrong with it in words, and what is to become of it. */
export function ImportRows({ job }: { job: ImportJob }) {
  const list = useListSearch({
    limit: 20,
    sort: 'rowNumber',
    sorts: ['rowNumber'],
    filters: { verdict: '', problem: '', outcome: '', reverted: '', reopened: '', text: '' },
    choices: { verdict: importVerdicts, outcome: importOutcomes, reverted: revertOutcomes, reopened: reopenOutcomes },
  })
  const [selected, setSelected] = useState(nobody)
  const found = useQuery({
    ...q(api.imports.rows, { params: { id: job.id }, query: list.query }),
    placeholderData: keepPreviousData,
    refetchInterval: isUnderway(job) ? 2_000 : false,
  })
  // Once more when the work has ended: the last look was from before.
  const { refetch } = found
  useEffect(() => void refetch(), [job.status, refetch])
  const clear = () => setSelected(nobody)
  // Where the tab has only just been changed, the rows of the other one are still there.
  const areWarnings = list.filters.verdict === 'warning' && (found.data?.docs.every(({ verdict }) => verdict === 'warning') ?? true)
  const canDecide = job.status === 'checked' && areWarnings && job.warningRows > 0
  return (
    <div>
      <VerdictTabs job={job} current={list.filters.verdict} />
      <RowFilters job={job} filters={list.filters} onFilters={list.setFilters} />
      {canDecide && <DecideRows job={job} selected={selected} onClear={clear} onDecided={() => void refetch().then(clear)} />}
      <Panel isFlush>
        <DataTable
          label="Rows of the file"
          columns={columnsFor(job)}
          rows={found.data?.docs}
          rowId={({ rowNumber }) => String(rowNumber)}
          sort={list.sort}
          onSort={list.setSort}
          selection={canDecide ? { selected, onChange: setSelected, nameOf: ({ rowNumber }) => `row ${rowNumber}` } : undefined}
          isStale={found.isPlaceholderData}
          error={found.isError ? { message: wordsOf(found.error), onRetry: () => void found.refetch() } : undefined}
          empty={<EmptyState title="No rows of this kind" icon="tick" />}
          skeletonRows={list.limit}
          paging={list.pagingOf(found.data)}
        />
      </Panel>
    </div>
  )
}

function VerdictTabs({ job, current }: { job: ImportJob; current: string }) {
  const to = (verdict?: string) => pathTo('requestImportDetails', { id: job.id }, verdict ? { filters: { verdict } } : undefined)
  return (
    <TabNav
      label="Check"
      current={current || 'all'}
      tabs={[
        { id: 'all', label: 'All rows', href: to(), count: job.totalRows },
        { id: 'new', label: 'New', href: to('new'), count: job.newRows },
        { id: 'warning', label: 'Warnings', href: to('warning'), count: job.warningRows },
        { id: 'error', label: 'Errors', href: to('error'), count: job.errorRows },
      ]}
    />
  )
}
