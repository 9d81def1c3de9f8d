import { keepPreviousData, useQuery } from '@tanstack/react-query'

import type { FormResponse } from '#contract/form-records.ts'
import { formatDate, formatDateTime } from '#domain/dates.ts'
import { formatNhsNumber } from '#domain/nhs-number.ts'
import { api } from '#web/api/client.ts'
import { q } from '#web/api/query.ts'
import { wordsOf } from '#web/api/refusal.ts'
import { useListSearch } from '#web/staff/list-search.ts'
import { pathTo } from '#web/staff/paths.ts'
import { DataTable } from '#web/ui/DataTable.tsx'
import { EmptyState } from '#web/ui/EmptyState.tsx'
import { Panel } from '#web/ui/Panel.tsx'
import type { Column } from '#web/ui/data-table.ts'

const columns: Column<FormResponse>[] = [
  { id: 'patient', header: 'Patient', isRowHeader: true, cell: ({ patient }) => `${patient.lastName}, ${patient.firstName}` },
  {
    id: 'nhsNumber',
    header: 'NHS number',
    isNowrap: true,
    cell: ({ patient }) => (patient.nhsNumber ? formatNhsNumber(patient.nhsNumber) : '–'),
  },
  { id: 'born', header: 'Date of birth', isNowrap: true, cell: ({ patient }) => formatDate(patient.dateOfBirth) },
  { id: 'version', header: 'Version', align: 'end', cell: ({ version }) => version },
  { id: 'submitted', header: 'Submitted', sortBy: 'submittedAt', isNowrap: true, cell: ({ submittedAt }) => formatDateTime(submittedAt) },
]

/** Who has answered the form, newest first. */
export function FormSubmissions({ formId }: { formId: string }) {
  const list = useListSearch({ sort: '-submittedAt', sorts: ['submittedAt'], filters: {} })
  const sort = list.query.sort === 'submittedAt' ? 'submittedAt' : '-submittedAt'
  const responses = useQuery({
    ...q(api.forms.listResponses, { params: { id: formId }, query: { ...list.query, sort } }),
    placeholderData: keepPreviousData,
  })
  return (
    <Panel isFlush>
      <DataTable
        label="Submissions"
        columns={columns}
        rows={responses.data?.docs}
        rowId={({ id }) => id}
        rowHref={({ id }) => pathTo('formDetails', { id: formId }, { tab: 'submission', submission: id })}
        sort={list.sort}
        onSort={list.setSort}
        isStale={responses.isPlaceholderData}
        error={responses.isError ? { message: wordsOf(responses.error), onRetry: () => void responses.refetch() } : undefined}
        empty={<EmptyState title="No submissions yet">They appear here as patients send their answers.</EmptyState>}
        paging={list.pagingOf(responses.data)}
      />
    </Panel>
  )
}
