import { useState } from 'react'

import type { FormDefinition } from '#domain/form/definition.ts'
import type { Answers } from '#domain/form/question.ts'
import { Button } from '#web/ui/Button.tsx'
import { EmptyState } from '#web/ui/EmptyState.tsx'
import { RadioGroup } from '#web/ui/RadioGroup.tsx'

import './preview.scss'
import { PreviewFrame } from './PreviewFrame.tsx'
import { CheckAnswersPage, QuestionPage } from './PreviewPage.tsx'

const widths = { phone: 375, desktop: 1_000 }
const widthOptions = [
  { value: 'phone', label: 'Phone' },
  { value: 'desktop', label: 'Computer' },
]

type FormPreviewProps = {
  definition: FormDefinition
  /** the question in sight; unknown or missing is the first, 'end' what comes after the last */
  at: string | undefined
  onStep: (at: string) => void
}

/** The form as the patient meets it, page after page; answers given here go nowhere. */
export function FormPreview({ definition, at, onStep }: FormPreviewProps) {
  const [device, setDevice] = useState<keyof typeof widths>('phone')
  const [answers, setAnswers] = useState<Answers>({})
  const { questions } = definition
  const found = questions.findIndex(({ id }) => id === at)
  const index = at === 'end' ? questions.length : Math.max(0, found)
  const question = questions[index]
  const step = (by: number) => onStep(questions[index + by]?.id ?? 'end')
  if (questions.length === 0)
    return <EmptyState title="Nothing to see yet">Add a question, and it appears here as patients see it.</EmptyState>
  return (
    <div className="form-preview">
      <div className="form-preview__bar">
        <RadioGroup
          label="Shown on"
          isLabelHidden
          isInline
          options={widthOptions}
          value={device}
          onChange={(value) => setDevice(value === 'desktop' ? 'desktop' : 'phone')}
        />
        <div className="form-preview__steps">
          <Button size="sm" disabled={index === 0} onClick={() => step(-1)}>
            Previous
          </Button>
          <span className="form-preview__place" aria-live="polite">
            {question ? `${index + 1} of ${questions.length}` : 'Answers'}
          </span>
          <Button size="sm" disabled={!question} onClick={() => step(1)}>
            Next
          </Button>
        </div>
      </div>
      <div className={`form-preview__device form-preview__device--${device}`}>
        <PreviewFrame title="The form as patients see it" width={widths[device]} fit={device === 'phone' ? 'narrow' : 'shrink'}>
          <main className="form-page">
            {question ? (
              <QuestionPage
                key={question.id}
                question={question}
                value={answers[question.id]}
                onAnswer={(answer) => {
                  setAnswers({ ...answers, [question.id]: answer })
                  step(1)
                }}
              />
            ) : (
              <CheckAnswersPage definition={definition} answers={answers} />
            )}
          </main>
        </PreviewFrame>
      </div>
    </div>
  )
}
