import { useQuery } from '@tanstack/react-query'

import type { SubmissionSummary } from '#contract/forms.ts'
import { formatDate } from '#domain/dates.ts'
import { formatDateTime } from '#domain/moments.ts'
import { answerSections } from '#domain/form/answers.ts'
import { formatNhsNumber } from '#domain/nhs-number.ts'
import { api } from '#web/api/client.ts'
import { q } from '#web/api/query.ts'
import { DownloadButton } from '#web/staff/DownloadButton.tsx'
import { ListPanel } from '#web/staff/lists/ListPanel.tsx'
import { useListSearch } from '#web/staff/lists/use-list-search.ts'
import { pathTo } from '#web/staff/paths.ts'
import { RedFlags } from '#web/staff/scores/RedFlags.tsx'
import { Scores } from '#web/staff/scores/Scores.tsx'
import { submissionList } from '#web/staff/searches.ts'
import { LoadError } from '#web/staff/LoadError.tsx'
import { ButtonLink } from '#web/ui/Button.tsx'
import { EmptyState } from '#web/ui/EmptyState.tsx'
import { LabelledSection } from '#web/ui/LabelledSection.tsx'
import { Stack } from '#web/ui/Layout.tsx'
import { Link } from '#web/ui/Link.tsx'
import { Panel } from '#web/ui/Panel.tsx'
import { Skeleton } from '#web/ui/Skeleton.tsx'
import { SummaryList } from '#web/ui/SummaryList.tsx'
import type { Column } from '#web/ui/data-table.ts'

import { submissionListWords, submissionWords } from './words.ts'

const columns: Column<SubmissionSummary>[] = [
  {
    id: 'patient',
    header: submissionWords.patient,
    isRowHeader: true,
    cell: ({ patient }) => `${patient.lastName}, ${patient.firstName}`,
  },
  {
    id: 'nhsNumber',
    header: submissionWords.nhsNumber,
    isNowrap: true,
    cell: ({ patient }) => (patient.nhsNumber ? formatNhsNumber(patient.nhsNumber) : '–'),
  },
  { id: 'born', header: submissionWords.dateOfBirth, isNowrap: true, cell: ({ patient }) => formatDate(patient.dateOfBirth) },
  { id: 'version', header: submissionWords.version, align: 'end', cell: ({ version }) => version },
  {
    id: 'submitted',
    header: submissionWords.submitted,
    sortBy: 'submittedAt',
    isNowrap: true,
    cell: ({ submittedAt }) => formatDateTime(submittedAt),
  },
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

type FormSubmissionProps = { formId: string; submissionId: string | undefined }

/** The answers of one patient, with the version they answered (FORM-2). */
export function FormSubmission({ formId, submissionId }: FormSubmissionProps) {
  if (submissionId === undefined)
    return (
      <Panel>
        <EmptyState
          title={submissionWords.notChosen.title}
          action={
            <ButtonLink href={pathTo('formDetails', { id: formId }, { tab: 'submissions' })}>{submissionWords.notChosen.action}</ButtonLink>
          }
        >
          {submissionWords.notChosen.text}
        </EmptyState>
      </Panel>
    )
  return <Submission formId={formId} submissionId={submissionId} />
}

function Submission({ formId, submissionId }: { formId: string; submissionId: string }) {
  const response = useQuery({ ...q(api.forms.getSubmission, { params: { id: formId, submissionId } }), staleTime: Infinity })
  if (response.isError && !response.data) return <LoadError of={response} />
  if (!response.data) return <Skeleton lines={8} />
  const { patient, requestId, definition, answers, title, version, submittedAt, scores, redFlags } = response.data
  return (
    <Panel>
      <Stack gap="lg">
        <LabelledSection
          label={title}
          description={submissionWords.description(version, formatDateTime(submittedAt))}
          actions={
            <>
              <DownloadButton fetchFile={() => api.formFiles.submission({ params: { id: requestId } })}>
                {submissionWords.downloadPdf}
              </DownloadButton>
              <DownloadButton fetchFile={() => api.formExchange.response({ params: { id: formId, submissionId } })}>
                {submissionWords.downloadFhir}
              </DownloadButton>
              <ButtonLink href={pathTo('requestDetails', { id: requestId })}>{submissionWords.formRequest}</ButtonLink>
            </>
          }
        >
          <SummaryList
            rows={[
              {
                label: submissionWords.patient,
                value: (
                  <Link href={pathTo('patientDetails', { id: patient.id })}>
                    {patient.firstName} {patient.lastName}
                  </Link>
                ),
              },
              { label: submissionWords.nhsNumber, value: patient.nhsNumber && formatNhsNumber(patient.nhsNumber) },
              { label: submissionWords.dateOfBirth, value: formatDate(patient.dateOfBirth) },
            ]}
          />
        </LabelledSection>
        <RedFlags redFlags={redFlags} />
        <Scores scores={scores} size="sm" />
        <LabelledSection label={submissionWords.answers} size="sm">
          {answerSections(definition, answers).map(({ section, rows }) => (
            <div key={section?.id ?? ''}>
              {section && <h3 className="answers__section">{section.title}</h3>}
              <SummaryList
                rows={rows.map(({ question, state, words }) => ({
                  label: question.title,
                  value: words || (
                    <span className="muted">{state === 'not asked' ? submissionWords.notAsked : submissionWords.notAnswered}</span>
                  ),
                }))}
              />
            </div>
          ))}
        </LabelledSection>
      </Stack>
    </Panel>
  )
}
