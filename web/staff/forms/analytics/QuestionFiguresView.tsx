import type { QuestionFigures } from '#contract/form-analytics.ts'
import { questionTypeLabel } from '#domain/form/question-types.ts'
import { BarTable } from '#web/ui/BarTable.tsx'
import { LabelledSection } from '#web/ui/LabelledSection.tsx'
import { Stack } from '#web/ui/Layout.tsx'
import { SummaryList } from '#web/ui/SummaryList.tsx'

const whyNot = {
  'too few': 'Too few answers to sum up.',
  identifying: 'The answers can tell who a patient is, so they are not summed up.',
  'not countable': '',
}
const grouped = (count: number) => count.toLocaleString('en-GB', { maximumFractionDigits: 4 })

/** One question: how many answered it, and what, where that can be counted. */
export function QuestionFiguresView({ figures }: { figures: QuestionFigures }) {
  const { title, type, answered, empty, notAsked, detail, choices, numbers } = figures
  const counts = [
    `Answered by ${grouped(answered)}`,
    empty > 0 && `left empty by ${grouped(empty)}`,
    notAsked > 0 && `not asked of ${grouped(notAsked)}`,
  ].filter(Boolean)
  return (
    <LabelledSection label={title} size="sm" level={3} description={`${questionTypeLabel(type)}. ${counts.join(', ')}.`}>
      {detail !== 'counted' ? (
        whyNot[detail] && <p className="muted">{whyNot[detail]}</p>
      ) : (
        <Stack>
          {numbers && (
            <SummaryList
              rows={[
                { label: 'Smallest', value: `${grouped(numbers.min)} ${numbers.unit}` },
                { label: 'Median', value: `${grouped(numbers.median)} ${numbers.unit}` },
                { label: 'Largest', value: `${grouped(numbers.max)} ${numbers.unit}` },
              ]}
            />
          )}
          {choices.length > 0 && (
            <BarTable
              caption={`Answers to ${title}`}
              labelHeader="Answer"
              valueHeader="People"
              max={answered}
              format={(count) => `${grouped(count)} (${Math.round((100 * count) / answered)}%)`}
              bars={choices.map(({ label, count }) => ({ label, value: count }))}
            />
          )}
        </Stack>
      )}
    </LabelledSection>
  )
}
