import { keepPreviousData, useQuery } from '@tanstack/react-query'

import type { Patient } from '#contract/patients.ts'
import type { RequestSummary } from '#contract/request.ts'
import { formatDateTime } from '#domain/dates.ts'
import { methodLabel } from '#domain/notification.ts'
import { requestStatusLooks } from '#domain/request-status.ts'
import { specialtyName } from '#domain/specialties.ts'
import { api } from '#web/api/client.ts'
import { q } from '#web/api/query.ts'
import { wordsOf } from '#web/api/refusal.ts'
import { useListSearch } from '#web/staff/list-search.ts'
import { pathTo } from '#web/staff/paths.ts'
import { ResultsInRow } from '#web/staff/scores/ResultsInRow.tsx'
import { Badge } from '#web/ui/Badge.tsx'
import { DataTable } from '#web/ui/DataTable.tsx'
import { EmptyState } from '#web/ui/EmptyState.tsx'
import { LabelledSection } from '#web/ui/LabelledSection.tsx'
import { Panel } from '#web/ui/Panel.tsx'
import type { Column } from '#web/ui/data-table.ts'

const columns: Column<RequestSummary>[] = [
  { id: 'form', header: 'Form', cell: ({ form }) => form.title, isRowHeader: true },
  { id: 'status', header: 'Status', cell: (request) => <Status request={request} />, sortBy: 'status', isNowrap: true },
  { id: 'specialty', header: 'Specialty', cell: ({ specialty }) => specialtyName(specialty) ?? (specialty || '–'), sortBy: 'specialty' },
  { id: 'method', header: 'Sent by', cell: ({ notificationMethod }) => methodLabel(notificationMethod) },
  { id: 'assignee', header: 'Assignee', cell: ({ assignee }) => assignee?.name ?? '–' },
  { id: 'created', header: 'Created', cell: ({ createdAt }) => formatDateTime(createdAt), sortBy: 'createdAt', isNowrap: true },
  {
    id: 'submitted',
    header: 'Submitted',
    cell: ({ submittedAt }) => (submittedAt ? formatDateTime(submittedAt) : '–'),
    sortBy: 'submittedAt',
    isNowrap: true,
  },
]

function Status({ request }: { request: RequestSummary }) {
  const { status, isUrgent } = request
  const { label, badge } = requestStatusLooks[status]
  return (
    <>
      <Badge kind={badge}>{label}</Badge> {isUrgent && <Badge kind="danger">Urgent</Badge>}
      <ResultsInRow request={request} />
    </>
  )
}

/** The patient's forms: everything they were ever asked. */
export function PatientRequests({ patient: { id, mayBeContacted, archived } }: { patient: Patient }) {
  const list = useListSearch({ sort: '-createdAt', sorts: ['status', 'specialty', 'createdAt', 'submittedAt'], filters: {} })
  const query = { ...list.query, filters: { patientId: id } }
  const found = useQuery({ ...q(api.requests.list, { query }), placeholderData: keepPreviousData })
  return (
    <LabelledSection label="Forms">
      <Panel isFlush>
        <DataTable
          label="Forms of this patient"
          columns={columns}
          rows={found.data?.docs}
          rowId={(request) => request.id}
          rowHref={(request) => pathTo('requestDetails', { id: request.id })}
          isUrgent={({ isUrgent }) => isUrgent}
          sort={list.sort}
          onSort={list.setSort}
          isStale={found.isPlaceholderData}
          skeletonRows={3}
          error={found.isError ? { message: wordsOf(found.error), onRetry: () => void found.refetch() } : undefined}
          empty={
            <EmptyState title="No forms yet">
              {mayBeContacted && !archived ? 'Send the first one with the button above.' : 'Nothing was sent to this patient.'}
            </EmptyState>
          }
          paging={list.pagingOf(found.data)}
        />
      </Panel>
    </LabelledSection>
  )
}
