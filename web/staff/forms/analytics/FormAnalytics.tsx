import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useState } from 'react'

import type { FormFigures } from '#contract/form-analytics.ts'
import { minGroupSize } from '#domain/form/form.ts'
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

const whatIsCounted = `Of those who sent their answers. Words of their own are read in Submissions. What fewer than ${minGroupSize} people said is not summed up, as one could tell who said it.`

/** What became of the form: how far people came, where they stopped, and what they answered, in numbers only. */
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
          label="Version"
          width={20}
          value={version}
          onChange={(event) => setVersion(event.target.value)}
          options={[{ value: '', label: 'All versions' }, ...versions.map((one) => ({ value: String(one), label: `Version ${one}` }))]}
        />
      )}
      {sent === 0 ? (
        <Panel>
          <EmptyState title="Nothing to count yet">Figures appear here once the form has been sent to patients.</EmptyState>
        </Panel>
      ) : (
        <>
          <HowFar figures={figures.data} />
          <LabelledSection label="Questions" description={whatIsCounted}>
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

function HowFar({ figures: { sent, opened, answered, stops } }: { figures: FormFigures }) {
  const share = (count: number) => `${count.toLocaleString('en-GB')} (${Math.round((100 * count) / sent)}%)`
  return (
    <>
      <LabelledSection label="How far people came">
        <Panel>
          <BarTable
            caption="How far people came"
            labelHeader="Step"
            valueHeader="Form requests"
            max={sent}
            format={share}
            bars={[
              { label: 'Sent', value: sent },
              { label: 'Opened', value: opened },
              { label: 'Answered', value: answered },
            ]}
          />
        </Panel>
      </LabelledSection>
      <LabelledSection
        label="Where people stopped"
        description="Those who opened the form and have not sent their answers, by the page they would have come to next. Some may still go on."
      >
        <Panel>
          {stops.length > 0 ? (
            <BarTable
              caption="Where people stopped"
              labelHeader="Page"
              valueHeader="People"
              bars={stops.map(({ page, count }) => ({ label: page, value: count }))}
            />
          ) : (
            <EmptyState title="Nobody stopped on the way">Everyone who opened the form has sent their answers.</EmptyState>
          )}
        </Panel>
      </LabelledSection>
    </>
  )
}
