import { Fragment } from 'react'

import type { RequestDetails } from '#contract/request-records.ts'
import { formatDateTime } from '#domain/moments.ts'
import { questionCategories, type QuestionCategory } from '#domain/form/question.ts'
import { api } from '#web/api/client.ts'
import { DownloadButton } from '#web/staff/DownloadButton.tsx'
import { answerElement } from '#web/staff/scores/red-flag-places.ts'
import { RedFlagMarks } from '#web/staff/scores/RedFlagMarks.tsx'
import { Badge } from '#web/ui/Badge.tsx'
import { EmptyState } from '#web/ui/EmptyState.tsx'
import { LabelledSection } from '#web/ui/LabelledSection.tsx'
import { Panel } from '#web/ui/Panel.tsx'

import { answerWords as words } from './words.ts'

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
export function RequestAnswers({ request: { id, answers, redFlags, form, status, submittedAt } }: { request: RequestDetails }) {
  return (
    <LabelledSection
      label={words.title}
      description={words.description(form.title, form.version, submittedAt ? formatDateTime(submittedAt) : undefined)}
      actions={answers && <DownloadButton fetchFile={() => api.formFiles.submission({ params: { id } })}>{words.download}</DownloadButton>}
    >
      <Panel>
        {answers ? (
          bySection(answers).map((rows) => (
            <Fragment key={rows[0]?.questionId}>
              {rows[0]?.section && <h3 className="answers__section">{rows[0].section}</h3>}
              <dl className="answers">
                {rows.map(({ questionId, title, category, isAsked, answer }) => (
                  <div key={questionId} id={answerElement(questionId)} className="ruled-item" tabIndex={-1}>
                    <dt>
                      {title} {category && <Badge size="xs">{questionCategories[category as QuestionCategory] ?? category}</Badge>}
                    </dt>
                    <dd>{answer || <span className="answers__none">{isAsked ? words.notAnswered : words.notAsked}</span>}</dd>
                    <RedFlagMarks redFlags={redFlags.filter(({ questionIds }) => questionIds.includes(questionId))} />
                  </div>
                ))}
              </dl>
            </Fragment>
          ))
        ) : (
          <EmptyState title={words.none}>{words.waiting[status] ?? words.closed}</EmptyState>
        )}
      </Panel>
    </LabelledSection>
  )
}
