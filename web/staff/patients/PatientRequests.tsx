import type { Patient } from '#contract/patients.ts'
import type { RequestSummary } from '#contract/request-records.ts'
import { formatDateTime } from '#domain/moments.ts'
import { methodLabel } from '#domain/notification.ts'
import { requestStatusLooks } from '#domain/request-status.ts'
import { specialtyName } from '#domain/specialties.ts'
import { useListSearch } from '#web/staff/lists/use-list-search.ts'
import { patientRequestList } from '#web/staff/searches.ts'
import { ListPanel } from '#web/staff/lists/ListPanel.tsx'
import { pathTo } from '#web/staff/paths.ts'
import { worklistPage } from '#web/staff/requests/worklist-queries.ts'
import { ResultsInRow } from '#web/staff/scores/ResultsInRow.tsx'
import { Badge } from '#web/ui/Badge.tsx'
import { LabelledSection } from '#web/ui/LabelledSection.tsx'
import type { Column } from '#web/ui/data-table.ts'

import { patientRequestsWords as words, requestColumnWords as columnWords } from './words.ts'

const columns: Column<RequestSummary>[] = [
  { id: 'form', header: columnWords.form, cell: ({ form }) => form.title, isRowHeader: true },
  { id: 'status', header: columnWords.status, cell: (request) => <Status request={request} />, sortBy: 'status', isNowrap: true },
  {
    id: 'specialty',
    header: columnWords.specialty,
    cell: ({ specialty }) => specialtyName(specialty) ?? (specialty || '–'),
    sortBy: 'specialty',
  },
  { id: 'method', header: columnWords.sentBy, cell: ({ notificationMethod }) => methodLabel(notificationMethod) },
  { id: 'assignee', header: columnWords.assignee, cell: ({ assignee }) => assignee?.name ?? '–' },
  { id: 'created', header: columnWords.created, cell: ({ createdAt }) => formatDateTime(createdAt), sortBy: 'createdAt', isNowrap: true },
  {
    id: 'submitted',
    header: columnWords.submitted,
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
      <Badge kind={badge}>{label}</Badge> {isUrgent && <Badge kind="danger">{columnWords.urgent}</Badge>}
      <ResultsInRow request={request} />
    </>
  )
}

/** All form requests of the patient. */
export function PatientRequests({ patient: { id, mayBeContacted, archived, deceased, mergedIntoId } }: { patient: Patient }) {
  const list = useListSearch(patientRequestList)
  const query = { ...list.query, filters: { patientId: id } }
  return (
    <LabelledSection label={columnWords.section}>
      <ListPanel
        label={words.label}
        list={list}
        query={worklistPage(query)}
        columns={columns}
        rowId={(request) => request.id}
        rowHref={(request) => pathTo('requestDetails', { id: request.id })}
        isUrgent={({ isUrgent }) => isUrgent}
        skeletonRows={3}
        empty={{
          title: words.noForms,
          text: mergedIntoId !== null ? words.moved : mayBeContacted && !archived && !deceased ? words.sendFirst : words.noneSent,
        }}
      />
    </LabelledSection>
  )
}
