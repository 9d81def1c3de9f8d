import type { SubmissionSummary } from '#contract/forms.ts'
import { formatDate, formatDateTime } from '#domain/dates.ts'
import { formatNhsNumber } from '#domain/nhs-number.ts'
import { api } from '#web/api/client.ts'
import { q } from '#web/api/query.ts'
import { useListSearch } from '#web/staff/lists/use-list-search.ts'
import { submissionList } from '#web/staff/searches.ts'
import { ListPanel } from '#web/staff/lists/ListPanel.tsx'
import { pathTo } from '#web/staff/paths.ts'
import type { Column } from '#web/ui/data-table.ts'

import { submissionListWords, submissionWords } from './words.ts'

const columns: Column<SubmissionSummary>[] = [
  { id: 'patient', header: 'Patient', isRowHeader: true, cell: ({ patient }) => `${patient.lastName}, ${patient.firstName}` },
  {
    id: 'nhsNumber',
    header: submissionWords.nhsNumber,
    isNowrap: true,
    cell: ({ patient }) => (patient.nhsNumber ? formatNhsNumber(patient.nhsNumber) : '–'),
  },
  { id: 'born', header: submissionWords.dateOfBirth, isNowrap: true, cell: ({ patient }) => formatDate(patient.dateOfBirth) },
  { id: 'version', header: 'Version', align: 'end', cell: ({ version }) => version },
  { id: 'submitted', header: 'Submitted', sortBy: 'submittedAt', isNowrap: true, cell: ({ submittedAt }) => formatDateTime(submittedAt) },
]

/** The submissions of a form, newest first. */
export function FormSubmissions({ formId }: { formId: string }) {
  const list = useListSearch(submissionList)
  return (
    <ListPanel
      {...submissionListWords}
      list={list}
      query={q(api.forms.listSubmissions, { params: { id: formId }, query: list.query })}
      columns={columns}
      rowId={({ id }) => id}
      rowHref={({ id }) => pathTo('formDetails', { id: formId }, { tab: 'submission', submission: id })}
    />
  )
}
