import type { RequestDetails } from '#contract/request.ts'
import { formatDateTime } from '#domain/dates.ts'
import { questionCategories, type QuestionCategory } from '#domain/form/question.ts'
import { api } from '#web/api/client.ts'
import { DownloadButton } from '#web/staff/DownloadButton.tsx'
import { Badge } from '#web/ui/Badge.tsx'
import { EmptyState } from '#web/ui/EmptyState.tsx'
import { LabelledSection } from '#web/ui/LabelledSection.tsx'
import { Panel } from '#web/ui/Panel.tsx'

const waiting: Partial<Record<RequestDetails['status'], string>> = {
  unopened: 'The patient has not opened the form yet.',
  opened: 'The patient has opened the form and has not sent it yet.',
  expired: 'The time to answer ran out before the patient sent the form.',
  sent_in_error: 'The form was sent in error and was not answered.',
}

/** What was asked, in the version that was asked, with what the patient answered. */
export function RequestAnswers({ request: { id, answers, form, status, submittedAt } }: { request: RequestDetails }) {
  return (
    <LabelledSection
      label="Answers"
      description={`${form.title}, version ${form.version}${submittedAt ? `, submitted ${formatDateTime(submittedAt)}` : ''}`}
      actions={answers && <DownloadButton fetchFile={() => api.formFiles.submission({ params: { id } })}>Download PDF</DownloadButton>}
    >
      <Panel>
        {answers ? (
          <dl className="answers">
            {answers.map(({ questionId, title, category, answer }) => (
              <div key={questionId} className="answers__item">
                <dt>
                  {title} {category && <Badge size="xs">{questionCategories[category as QuestionCategory] ?? category}</Badge>}
                </dt>
                <dd>{answer || <span className="answers__none">Not answered</span>}</dd>
              </div>
            ))}
          </dl>
        ) : (
          <EmptyState title="No answers yet">{waiting[status] ?? 'The form was not answered before it was closed.'}</EmptyState>
        )}
      </Panel>
    </LabelledSection>
  )
}
