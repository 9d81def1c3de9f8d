import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useState } from 'react'

import type { FormFigures, QuestionFigures } from '#contract/form-analytics.ts'
import { questionTypeLabel } from '#domain/form/question-types.ts'
import { api } from '#web/api/client.ts'
import { q } from '#web/api/query.ts'
import { pathTo } from '#web/staff/paths.ts'
import { LoadError } from '#web/staff/LoadError.tsx'
import { BarTable } from '#web/ui/BarTable.tsx'
import { EmptyState } from '#web/ui/EmptyState.tsx'
import { LabelledSection } from '#web/ui/LabelledSection.tsx'
import { Stack } from '#web/ui/Layout.tsx'
import { Panel } from '#web/ui/Panel.tsx'
import { Select } from '#web/ui/Select.tsx'
import { Skeleton } from '#web/ui/Skeleton.tsx'
import { SummaryList } from '#web/ui/SummaryList.tsx'

import { analyticsWords, questionFigureWords } from './words.ts'

/** The results of a form in numbers: completion, drop-off and the answers to each question. */
export function FormAnalytics({ formId }: { formId: string }) {
  const [version, setVersion] = useState('')
  const figures = useQuery({
    ...q(api.formAnalytics.read, { params: { id: formId }, query: version ? { version: Number(version) } : {} }),
    placeholderData: keepPreviousData,
  })
  if (figures.isError && !figures.data) return <LoadError of={figures} />
  if (!figures.data) return <Skeleton lines={8} />
  const { versions, sent, questions } = figures.data
  return (
    <Stack gap="lg">
      {versions.length > 1 && (
        <Select
          label={analyticsWords.versionLabel}
          width={20}
          value={version}
          onChange={(event) => setVersion(event.target.value)}
          options={[
            { value: '', label: analyticsWords.allVersions },
            ...versions.map((one) => ({ value: String(one), label: analyticsWords.version(one) })),
          ]}
        />
      )}
      {sent === 0 ? (
        <Panel>
          <EmptyState title={analyticsWords.empty.title}>{analyticsWords.empty.text}</EmptyState>
        </Panel>
      ) : (
        <>
          <Completion figures={figures.data} />
          <LabelledSection label={analyticsWords.questionsLabel} description={analyticsWords.questions}>
            <Stack>
              {questions.map((question) => (
                <Panel key={question.id}>
                  <QuestionFiguresView figures={question} formId={version ? undefined : formId} />
                </Panel>
              ))}
            </Stack>
          </LabelledSection>
        </>
      )}
    </Stack>
  )
}

function Completion({ figures: { sent, opened, answered, stops } }: { figures: FormFigures }) {
  const share = (count: number) => `${count.toLocaleString('en-GB')} (${Math.round((100 * count) / sent)}%)`
  return (
    <>
      <LabelledSection label={analyticsWords.completion}>
        <Panel>
          <BarTable
            caption={analyticsWords.completion}
            labelHeader={analyticsWords.step}
            valueHeader={analyticsWords.formRequests}
            max={sent}
            format={share}
            bars={[
              { label: analyticsWords.sent, value: sent },
              { label: analyticsWords.opened, value: opened },
              { label: analyticsWords.submitted, value: answered },
            ]}
          />
        </Panel>
      </LabelledSection>
      <LabelledSection label={analyticsWords.dropOff.title} description={analyticsWords.dropOff.description}>
        <Panel>
          {stops.length > 0 ? (
            <BarTable
              caption={analyticsWords.dropOff.title}
              labelHeader={analyticsWords.page}
              valueHeader={analyticsWords.people}
              bars={stops.map(({ page, count }) => ({ label: page, value: count }))}
            />
          ) : (
            <EmptyState title={analyticsWords.dropOff.empty.title}>{analyticsWords.dropOff.empty.text}</EmptyState>
          )}
        </Panel>
      </LabelledSection>
    </>
  )
}

const formatNumber = (count: number) => count.toLocaleString('en-GB', { maximumFractionDigits: 4 })

/**
 * The results of one question: how many people answered, and a summary of the answers. `formId`: answers link to their form requests, which the
 * worklist shows for all versions together.
 */
function QuestionFiguresView({ figures, formId }: { figures: QuestionFigures; formId: string | undefined }) {
  const { title, type, answered, empty, notAsked, detail, choices, numbers } = figures
  const counts = [
    questionFigureWords.answered(formatNumber(answered)),
    empty > 0 && questionFigureWords.empty(formatNumber(empty)),
    notAsked > 0 && questionFigureWords.notAsked(formatNumber(notAsked)),
  ].filter(Boolean)
  return (
    <LabelledSection label={title} size="sm" level={3} description={`${questionTypeLabel(type)}. ${counts.join(', ')}.`}>
      {detail !== 'counted' ? (
        questionFigureWords.hidden[detail] && <p className="muted">{questionFigureWords.hidden[detail]}</p>
      ) : (
        <Stack>
          {numbers && (
            <SummaryList
              rows={[
                { label: questionFigureWords.minimum, value: `${formatNumber(numbers.min)} ${numbers.unit}` },
                { label: questionFigureWords.median, value: `${formatNumber(numbers.median)} ${numbers.unit}` },
                { label: questionFigureWords.maximum, value: `${formatNumber(numbers.max)} ${numbers.unit}` },
              ]}
            />
          )}
          {choices.length > 0 && (
            <BarTable
              caption={questionFigureWords.answersTo(title)}
              labelHeader={questionFigureWords.answer}
              valueHeader={analyticsWords.people}
              max={answered}
              format={(count) => `${formatNumber(count)} (${Math.round((100 * count) / answered)}%)`}
              bars={choices.map(({ label, count, answers }) => ({
                label,
                value: count,
                ...(formId &&
                  count > 0 &&
                  answers.length > 0 && { href: pathTo('requestsList', {}, { filters: { formId: [formId], answer: answers } }) }),
              }))}
            />
          )}
        </Stack>
      )}
    </LabelledSection>
  )
}
