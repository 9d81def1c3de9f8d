import type { QuestionFigures } from '#contract/form-analytics.ts'
import { questionTypeLabel } from '#domain/form/question-types.ts'
import { BarTable } from '#web/ui/BarTable.tsx'
import { LabelledSection } from '#web/ui/LabelledSection.tsx'
import { Stack } from '#web/ui/Layout.tsx'
import { SummaryList } from '#web/ui/SummaryList.tsx'

import { questionFigureWords as words } from './words.ts'

const formatNumber = (count: number) => count.toLocaleString('en-GB', { maximumFractionDigits: 4 })

/** The results of one question: how many people answered, and a summary of the answers. */
export function QuestionFiguresView({ figures }: { figures: QuestionFigures }) {
  const { title, type, answered, empty, notAsked, detail, choices, numbers } = figures
  const counts = [
    words.answered(formatNumber(answered)),
    empty > 0 && words.empty(formatNumber(empty)),
    notAsked > 0 && words.notAsked(formatNumber(notAsked)),
  ].filter(Boolean)
  return (
    <LabelledSection label={title} size="sm" level={3} description={`${questionTypeLabel(type)}. ${counts.join(', ')}.`}>
      {detail !== 'counted' ? (
        words.hidden[detail] && <p className="muted">{words.hidden[detail]}</p>
      ) : (
        <Stack>
          {numbers && (
            <SummaryList
              rows={[
                { label: words.minimum, value: `${formatNumber(numbers.min)} ${numbers.unit}` },
                { label: words.median, value: `${formatNumber(numbers.median)} ${numbers.unit}` },
                { label: words.maximum, value: `${formatNumber(numbers.max)} ${numbers.unit}` },
              ]}
            />
          )}
          {choices.length > 0 && (
            <BarTable
              caption={words.answersTo(title)}
              labelHeader="Answer"
              valueHeader="People"
              max={answered}
              format={(count) => `${formatNumber(count)} (${Math.round((100 * count) / answered)}%)`}
              bars={choices.map(({ label, count }) => ({ label, value: count }))}
            />
          )}
        </Stack>
      )}
    </LabelledSection>
  )
}
