import { useEffect, useState } from 'react'

import type { ImportJob } from '#contract/imports.ts'
import type { ImportVerdict } from '#domain/imports/decisions.ts'
import { api } from '#web/api/client.ts'
import { q } from '#web/api/query.ts'
import { useListSearch } from '#web/staff/lists/use-list-search.ts'
import { importRowList } from '#web/staff/searches.ts'
import { ListTable, useListPage } from '#web/staff/lists/ListPanel.tsx'
import { pathTo } from '#web/staff/paths.ts'
import { TabNav } from '#web/ui/TabNav.tsx'

import { DecideRows } from './DecideRows.tsx'
import { importRowsWords, isUnderway } from './import-words.ts'
import { columnsFor } from './row-columns.tsx'
import { RowFilters } from './RowFilters.tsx'

import './imports.scss'

const nobody: ReadonlySet<string> = new Set()

/** Every row of the file with its verdict, everything wrong with it in words, and what is to become of it. */
export function ImportRows({ job }: { job: ImportJob }) {
  const list = useListSearch(importRowList)
  const [selected, setSelected] = useState(nobody)
  const found = useListPage({
    ...q(api.imports.rows, { params: { id: job.id }, query: list.query }),
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
      <ListTable
        {...importRowsWords}
        list={list}
        found={found}
        columns={columnsFor(job)}
        rowId={({ rowNumber }) => String(rowNumber)}
        selection={canDecide ? { selected, onChange: setSelected, nameOf: ({ rowNumber }) => `row ${rowNumber}` } : undefined}
        empty={{ ...importRowsWords.empty, icon: 'tick' }}
        skeletonRows={list.limit}
      />
    </div>
  )
}

function VerdictTabs({ job, current }: { job: ImportJob; current: string }) {
  const to = (verdict?: ImportVerdict) => pathTo('requestImportDetails', { id: job.id }, verdict ? { filters: { verdict } } : undefined)
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
