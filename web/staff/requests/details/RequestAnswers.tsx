import { Fragment } from 'react'

import type { RequestDetails } from '#contract/request-records.ts'
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
  opened: 'The patient has opened the form but has not submitted it yet.',
  expired: 'The form request expired before the patient submitted the form.',
  sent_in_error: 'The form was sent in error and was not answered.',
}

type Answer = NonNullable<RequestDetails['answers']>[number]

/** The answers in order, grouped by section. */
const bySection = (answers: Answer[]) =>
  answers.reduce<Answer[][]>((groups, answer) => {
    const last = groups.at(-1)
    if (last && last[0]?.section === answer.section) last.push(answer)
    else groups.push([answer])
    return groups
  }, [])

/** The questions of the sent version with the patient’s answers. */
export function RequestAnswers({ request: { id, answers, form, status, submittedAt } }: { request: RequestDetails }) {
  return (
    <LabelledSection
      label="Answers"
      description={`${form.title}, version ${form.version}${submittedAt ? `, submitted ${formatDateTime(submittedAt)}` : ''}`}
      actions={answers && <DownloadButton fetchFile={() => api.formFiles.submission({ params: { id } })}>Download PDF</DownloadButton>}
    >
      <Panel>
        {answers ? (
          bySection(answers).map((rows) => (
            <Fragment key={rows[0]?.questionId}>
              {rows[0]?.section && <h3 className="answers__section">{rows[0].section}</h3>}
              <dl className="answers">
                {rows.map(({ questionId, title, category, isAsked, answer }) => (
                  <div key={questionId} className="ruled-item">
                    <dt>
                      {title} {category && <Badge size="xs">{questionCategories[category as QuestionCategory] ?? category}</Badge>}
                    </dt>
                    <dd>{answer || <span className="answers__none">{isAsked ? 'Not answered' : 'Not asked'}</span>}</dd>
                  </div>
                ))}
              </dl>
            </Fragment>
          ))
        ) : (
          <EmptyState title="No answers yet">{waiting[status] ?? 'The form was not answered before it was closed.'}</EmptyState>
        )}
      </Panel>
    </LabelledSection>
  )
}
