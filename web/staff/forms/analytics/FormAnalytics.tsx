import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useState } from 'react'

import type { FormFigures } from '#contract/form-analytics.ts'
import { api } from '#web/api/client.ts'
import { q } from '#web/api/query.ts'
import { wordsOf } from '#web/api/refusal.ts'
import { BarTable } from '#web/ui/BarTable.tsx'
import { EmptyState } from '#web/ui/EmptyState.tsx'
import { ErrorState } from '#web/ui/ErrorState.tsx'
import { LabelledSection } from '#web/ui/LabelledSection.tsx'
import { Stack } from '#web/ui/Layout.tsx'
import { Panel } from '#web/ui/Panel.tsx'
import { Select } from '#web/ui/Select.tsx'
import { Skeleton } from '#web/ui/Skeleton.tsx'

import { QuestionFiguresView } from './QuestionFiguresView.tsx'
import { analyticsWords } from './words.ts'

/** The results of a form in numbers: completion, drop-off and the answers to each question. */
export function FormAnalytics({ formId }: { formId: string }) {
  const [version, setVersion] = useState('')
  const figures = useQuery({
    ...q(api.formAnalytics.read, { params: { id: formId }, query: version ? { version: Number(version) } : {} }),
    placeholderData: keepPreviousData,
  })
  if (figures.isError) return <ErrorState onRetry={() => void figures.refetch()}>{wordsOf(figures.error)}</ErrorState>
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
                  <QuestionFiguresView figures={question} />
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
            labelHeader="Step"
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
              labelHeader="Page"
              valueHeader="People"
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
