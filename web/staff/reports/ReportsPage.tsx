import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useSearch } from '@tanstack/react-router'
import { type ReactNode, useState } from 'react'

import type { Report } from '#contract/reports.ts'
import { monthLabel } from '#domain/dates.ts'
import { formatDateTime } from '#domain/moments.ts'
import { reportStatuses, reportTypes } from '#domain/exports.ts'
import { api } from '#web/api/client.ts'
import { q } from '#web/api/query.ts'
import { wordsOf } from '#web/api/refusal.ts'
import { DownloadButton } from '#web/staff/DownloadButton.tsx'
import { pollWhile } from '#web/staff/polling.ts'
import { pathTo } from '#web/staff/paths.ts'
import { ExportEverywhereDialog } from '#web/staff/exports/ExportEverywhereDialog.tsx'
import { ListPanel } from '#web/staff/lists/ListPanel.tsx'
import { useListSearch } from '#web/staff/lists/use-list-search.ts'
import { reportList } from '#web/staff/searches.ts'
import { Button } from '#web/ui/Button.tsx'
import { FilterBar } from '#web/ui/FilterBar.tsx'
import { FilterMenu } from '#web/ui/FilterMenu.tsx'
import { Stack } from '#web/ui/Layout.tsx'
import { Link } from '#web/ui/Link.tsx'
import { PageHeader } from '#web/ui/PageHeader.tsx'
import { TabNav } from '#web/ui/TabNav.tsx'
import { VisuallyHidden } from '#web/ui/VisuallyHidden.tsx'
import type { Column } from '#web/ui/data-table.ts'
import { notify } from '#web/ui/notify.ts'

import { CreateReportDialog } from './CreateReportDialog.tsx'
import { MonthlyReports } from './MonthlyReports.tsx'
import { ReportStatus } from './ReportStatus.tsx'
import { ScheduleReportDialog } from './ScheduleReportDialog.tsx'
import { isUnderway, reportActionWords, reportListWords, reportLooks, reportsPageWords, reportTypeLabels } from './words.ts'

const columns: Column<Report>[] = [
  {
    id: 'organisation',
    header: reportsPageWords.columns.organisation,
    cell: ({ id, organisation }) => <Link href={pathTo('reportDetails', { id })}>{organisation.name}</Link>,
    isRowHeader: true,
  },
  { id: 'month', header: reportsPageWords.columns.month, cell: ({ month }) => monthLabel(month), sortBy: 'month', isNowrap: true },
  { id: 'type', header: reportsPageWords.type, cell: ({ type }) => reportTypeLabels[type], sortBy: 'type' },
  { id: 'status', header: reportsPageWords.status, cell: (report) => <ReportStatus report={report} />, sortBy: 'status' },
  {
    id: 'created',
    header: reportsPageWords.columns.created,
    cell: ({ createdAt }) => formatDateTime(createdAt),
    sortBy: 'createdAt',
    isNowrap: true,
  },
  {
    id: 'by',
    header: reportsPageWords.columns.createdBy,
    cell: ({ createdBy, isScheduled }) => (isScheduled ? reportsPageWords.scheduled : (createdBy ?? '–')),
    isNowrap: true,
  },
  {
    id: 'actions',
    header: reportsPageWords.columns.actions,
    isHeaderHidden: true,
    align: 'end',
    isNowrap: true,
    cell: (report) => <ReportActions report={report} />,
  },
]

const typeOptions = reportTypes.map((value) => ({ value, label: reportTypeLabels[value] }))
const statusOptions = reportStatuses.map((value) => ({ value, label: reportLooks[value].label }))

export function ReportsPage() {
  const { tab = 'reports' } = useSearch({ from: '/inside/admin/reports' })
  const [open, setOpen] = useState<'report' | 'schedule' | 'export'>()
  const create = (
    <Button kind="primary" onClick={() => setOpen('report')}>
      {reportsPageWords.create}
    </Button>
  )
  const schedule = (
    <Button kind="primary" onClick={() => setOpen('schedule')}>
      {reportsPageWords.schedule}
    </Button>
  )
  return (
    <>
      <PageHeader
        title={reportsPageWords.title}
        description={reportsPageWords.description}
        actions={
          <>
            <Button onClick={() => setOpen('export')}>{reportsPageWords.exportAll}</Button>
            {tab === 'monthly' ? schedule : create}
          </>
        }
      />
      <Stack>
        <TabNav
          label={reportsPageWords.tabs.label}
          current={tab}
          tabs={[
            { id: 'reports', label: reportsPageWords.tabs.reports, href: pathTo('reportsList') },
            { id: 'monthly', label: reportsPageWords.tabs.monthly, href: pathTo('reportsList', {}, { tab: 'monthly' }) },
          ]}
        />
        {tab === 'monthly' ? <MonthlyReports create={schedule} /> : <Reports create={create} />}
      </Stack>
      {open === 'report' && <CreateReportDialog onClose={() => setOpen(undefined)} />}
      {open === 'schedule' && <ScheduleReportDialog onClose={() => setOpen(undefined)} />}
      {open === 'export' && <ExportEverywhereDialog onClose={() => setOpen(undefined)} />}
    </>
  )
}

function Reports({ create }: { create: ReactNode }) {
  const list = useListSearch(reportList)
  return (
    <div>
      <FilterBar>
        <FilterMenu
          label={reportsPageWords.type}
          options={typeOptions}
          value={list.filters.type}
          onChange={(type) => list.setFilters({ type })}
        />
        <FilterMenu
          label={reportsPageWords.status}
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
          refetchInterval: pollWhile(({ docs }) => docs.some(isUnderway), 1_500),
        }}
        columns={columns}
        rowId={({ id }) => id}
        empty={{ ...reportListWords.empty, action: create }}
      />
    </div>
  )
}

const onError = (error: unknown) => notify({ label: wordsOf(error), kind: 'danger' })

/** Downloads a completed report or creates another of the same month, or runs a failed report again. */
function ReportActions({ report: { id, type, status, organisation, month } }: { report: Report }) {
  const queryClient = useQueryClient()
  const onSettled = () => queryClient.invalidateQueries({ queryKey: [api.reports.list.key] })
  const run = useMutation({ mutationFn: api.reports.run, onError, onSettled })
  const again = useMutation({ mutationFn: api.reports.create, onError, onSettled })
  const which = <VisuallyHidden>{reportActionWords.reportOf(organisation.name, month)}</VisuallyHidden>
  if (status === 'completed')
    return (
      <>
        <DownloadButton size="sm" fetchFile={() => api.reports.download({ params: { id } })}>
          {reportActionWords.download}
          {which}
        </DownloadButton>{' '}
        <Button
          size="sm"
          isPending={again.isPending}
          onClick={() => again.mutate({ body: { type, organisationId: organisation.id, month } })}
        >
          {reportActionWords.createAgain}
          {which}
        </Button>
      </>
    )
  if (status === 'failed')
    return (
      <Button size="sm" isPending={run.isPending} onClick={() => run.mutate({ params: { id } })}>
        {reportActionWords.runAgain}
        {which}
      </Button>
    )
  return null
}
