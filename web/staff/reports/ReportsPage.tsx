import { useState } from 'react'

import type { Report } from '#contract/reports.ts'
import { reportStatuses, reportTypes } from '#domain/exports.ts'
import { formatDateTime } from '#domain/dates.ts'
import { api } from '#web/api/client.ts'
import { q } from '#web/api/query.ts'
import { askAgainWhile } from '#web/staff/ask-again.ts'
import { ExportEverywhereDialog } from '#web/staff/exports/ExportEverywhereDialog.tsx'
import { useListSearch } from '#web/staff/lists/use-list-search.ts'
import { reportList } from '#web/staff/searches.ts'
import { ListPanel } from '#web/staff/lists/ListPanel.tsx'
import { Badge } from '#web/ui/Badge.tsx'
import { Button } from '#web/ui/Button.tsx'
import { FilterBar } from '#web/ui/FilterBar.tsx'
import { FilterMenu } from '#web/ui/FilterMenu.tsx'
import { PageHeader } from '#web/ui/PageHeader.tsx'
import type { Column } from '#web/ui/data-table.ts'

import { CreateReportDialog } from './CreateReportDialog.tsx'
import { monthLabel, reportListWords, reportLooks, reportTypeLabels, reportsPageWords as words } from './words.ts'
import { ReportActions } from './ReportActions.tsx'

const columns: Column<Report>[] = [
  { id: 'organisation', header: words.columns.organisation, cell: ({ organisation }) => organisation.name, isRowHeader: true },
  { id: 'month', header: words.columns.month, cell: ({ month }) => monthLabel(month), sortBy: 'month', isNowrap: true },
  { id: 'type', header: words.type, cell: ({ type }) => reportTypeLabels[type], sortBy: 'type' },
  { id: 'status', header: words.status, cell: (report) => <Status report={report} />, sortBy: 'status' },
  { id: 'created', header: words.columns.created, cell: ({ createdAt }) => formatDateTime(createdAt), sortBy: 'createdAt', isNowrap: true },
  { id: 'by', header: words.columns.createdBy, cell: ({ createdBy }) => createdBy ?? '–', isNowrap: true },
  { id: 'actions', header: words.columns.actions, isHeaderHidden: true, align: 'end', cell: (report) => <ReportActions report={report} /> },
]

const Status = ({ report: { status, failure } }: { report: Report }) => (
  <>
    <Badge kind={reportLooks[status].badge}>{reportLooks[status].label}</Badge>
    {failure && <div className="muted">{failure}</div>}
  </>
)

const typeOptions = reportTypes.map((value) => ({ value, label: reportTypeLabels[value] }))
const statusOptions = reportStatuses.map((value) => ({ value, label: reportLooks[value].label }))
const isUnderway = ({ status }: Report) => status === 'created' || status === 'generating'

export function ReportsPage() {
  const [open, setOpen] = useState<'report' | 'export'>()
  const list = useListSearch(reportList)
  const create = (
    <Button kind="primary" onClick={() => setOpen('report')}>
      {words.create}
    </Button>
  )
  return (
    <>
      <PageHeader
        title={words.title}
        description={words.description}
        actions={
          <>
            <Button onClick={() => setOpen('export')}>{words.exportAll}</Button>
            {create}
          </>
        }
      />
      <FilterBar>
        <FilterMenu label={words.type} options={typeOptions} value={list.filters.type} onChange={(type) => list.setFilters({ type })} />
        <FilterMenu
          label={words.status}
          options={statusOptions}
          value={list.filters.status}
          onChange={(status) => list.setFilters({ status })}
        />
      </FilterBar>
      <ListPanel
        {...reportListWords}
        list={list}
        query={{
          ...q(api.reports.list, { query: list.query }),
          refetchInterval: askAgainWhile(({ docs }) => docs.some(isUnderway), 1_500),
        }}
        columns={columns}
        rowId={({ id }) => id}
        empty={{ ...reportListWords.empty, action: create }}
      />
      {open === 'report' && <CreateReportDialog onClose={() => setOpen(undefined)} />}
      {open === 'export' && <ExportEverywhereDialog onClose={() => setOpen(undefined)} />}
    </>
  )
}
