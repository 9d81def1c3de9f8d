import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'

import type { Report } from '#contract/reports.ts'
import { dateOf, formatDateTime } from '#domain/dates.ts'
import { reportStatuses, type ReportType, reportTypes } from '#domain/exports.ts'
import { firstError } from '#domain/validation/rule.ts'
import { validate } from '#domain/validation/rules.ts'
import { api } from '#web/api/client.ts'
import { q } from '#web/api/query.ts'
import { wordsOf } from '#web/api/refusal.ts'
import { DownloadButton } from '#web/staff/DownloadButton.tsx'
import { FieldsForm } from '#web/staff/FieldsForm.tsx'
import { pollWhile } from '#web/staff/polling.ts'
import { ExportEverywhereDialog } from '#web/staff/exports/ExportEverywhereDialog.tsx'
import { RadioGroup, Select } from '#web/staff/form-fields.tsx'
import { ListPanel } from '#web/staff/lists/ListPanel.tsx'
import { useListSearch } from '#web/staff/lists/use-list-search.ts'
import { reportList } from '#web/staff/searches.ts'
import { useFields } from '#web/staff/use-fields.ts'
import { Badge } from '#web/ui/Badge.tsx'
import { Button } from '#web/ui/Button.tsx'
import { Dialog } from '#web/ui/Dialog.tsx'
import { FilterBar } from '#web/ui/FilterBar.tsx'
import { FilterMenu } from '#web/ui/FilterMenu.tsx'
import { PageHeader } from '#web/ui/PageHeader.tsx'
import { VisuallyHidden } from '#web/ui/VisuallyHidden.tsx'
import type { Column } from '#web/ui/data-table.ts'
import { notify } from '#web/ui/notify.ts'

import {
  createReportWords,
  monthLabel,
  monthsUntil,
  reportActionWords,
  reportListWords,
  reportLooks,
  reportsPageWords,
  reportTypeLabels,
} from './words.ts'

const columns: Column<Report>[] = [
  { id: 'organisation', header: reportsPageWords.columns.organisation, cell: ({ organisation }) => organisation.name, isRowHeader: true },
  { id: 'month', header: reportsPageWords.columns.month, cell: ({ month }) => monthLabel(month), sortBy: 'month', isNowrap: true },
  { id: 'type', header: reportsPageWords.type, cell: ({ type }) => reportTypeLabels[type], sortBy: 'type' },
  { id: 'status', header: reportsPageWords.status, cell: (report) => <Status report={report} />, sortBy: 'status' },
  {
    id: 'created',
    header: reportsPageWords.columns.created,
    cell: ({ createdAt }) => formatDateTime(createdAt),
    sortBy: 'createdAt',
    isNowrap: true,
  },
  { id: 'by', header: reportsPageWords.columns.createdBy, cell: ({ createdBy }) => createdBy ?? '–', isNowrap: true },
  {
    id: 'actions',
    header: reportsPageWords.columns.actions,
    isHeaderHidden: true,
    align: 'end',
    cell: (report) => <ReportActions report={report} />,
  },
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
      {reportsPageWords.create}
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
            {create}
          </>
        }
      />
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
      {open === 'report' && <CreateReportDialog onClose={() => setOpen(undefined)} />}
      {open === 'export' && <ExportEverywhereDialog onClose={() => setOpen(undefined)} />}
    </>
  )
}

const typeChoices = reportTypes.map((value) => ({ value, label: reportTypeLabels[value], hint: createReportWords.hints[value] }))

const nothingYet = { type: 'metrics' as ReportType, organisationId: '', month: '' }

/** Organisation and month are required (specification section 5). */
function CreateReportDialog({ onClose }: { onClose: () => void }) {
  const queryClient = useQueryClient()
  const organisations = useQuery(q(api.organisations.list, { query: { page: 1, limit: 100 } }))
  const create = useMutation({
    mutationFn: api.reports.create,
    onSuccess: async () => {
      await queryClient.invalidateQueries({ queryKey: [api.reports.list.key] })
      onClose()
    },
  })
  const fields = useFields({
    id: 'report',
    initial: nothingYet,
    check: ({ organisationId, month }) => ({
      organisationId: firstError(organisationId, [validate.required], createReportWords.organisation.label),
      month: firstError(month, [validate.required], createReportWords.month.label),
    }),
    saving: create,
  })
  return (
    <Dialog title={createReportWords.title} isOpen isBusy={create.isPending} onClose={onClose}>
      <FieldsForm
        fields={fields}
        submitLabel={createReportWords.submit}
        onSave={(body) => create.mutate({ body })}
        isInDialog
        actions={
          <Button disabled={create.isPending} onClick={onClose}>
            {createReportWords.cancel}
          </Button>
        }
      >
        <RadioGroup label={createReportWords.type} options={typeChoices} {...fields.bind('type')} />
        <Select
          label={createReportWords.organisation.label}
          placeholder={organisations.isPending ? createReportWords.organisation.loading : createReportWords.organisation.placeholder}
          options={(organisations.data?.docs ?? []).map(({ id, name }) => ({ value: id, label: name }))}
          error={organisations.isError ? wordsOf(organisations.error) : undefined}
          {...fields.bind('organisationId')}
        />
        <Select
          label={createReportWords.month.label}
          placeholder={createReportWords.month.placeholder}
          width={20}
          options={monthsUntil(dateOf(new Date())).map((month) => ({ value: month, label: monthLabel(month) }))}
          {...fields.bind('month')}
        />
      </FieldsForm>
    </Dialog>
  )
}

const onError = (error: unknown) => notify({ label: wordsOf(error), kind: 'danger' })

/** Downloads a completed report, or runs a failed report again. */
function ReportActions({ report: { id, status, organisation, month } }: { report: Report }) {
  const queryClient = useQueryClient()
  const run = useMutation({
    mutationFn: api.reports.run,
    onError,
    onSettled: () => queryClient.invalidateQueries({ queryKey: [api.reports.list.key] }),
  })
  const which = <VisuallyHidden>{reportActionWords.reportOf(organisation.name, month)}</VisuallyHidden>
  if (status === 'completed')
    return (
      <DownloadButton size="sm" fetchFile={() => api.reports.download({ params: { id } })}>
        {reportActionWords.download}
        {which}
      </DownloadButton>
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
