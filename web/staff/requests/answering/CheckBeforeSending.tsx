import { useEffect, useRef } from 'react'

import { answerSections } from '#domain/form/answers.ts'
import type { FormDefinition } from '#domain/form/definition.ts'
import type { Answers } from '#domain/form/question.ts'
import { Button } from '#web/ui/Button.tsx'
import { LabelledSection } from '#web/ui/LabelledSection.tsx'
import { Row, Stack } from '#web/ui/Layout.tsx'
import { Panel } from '#web/ui/Panel.tsx'
import { SummaryList } from '#web/ui/SummaryList.tsx'

import { checkWords as words } from './words.ts'

type CheckBeforeSendingProps = {
  definition: FormDefinition
  answers: Answers
  isSending: boolean
  isEnded: boolean
  onSend: () => void
  onBack: () => void
}

/** The saved answers, to read back before they are sent. */
export function CheckBeforeSending({ definition, answers, isSending, isEnded, onSend, onBack }: CheckBeforeSendingProps) {
  const heading = useRef<HTMLHeadingElement>(null)
  useEffect(() => heading.current?.focus(), [])
  const sections = answerSections(definition, answers).map(({ section, rows }) => ({
    section,
    rows: rows.filter(({ state }) => state !== 'not asked'),
  }))
  return (
    <Stack>
      <h2 ref={heading} tabIndex={-1}>
        {words.title}
      </h2>
      <p>{words.text}</p>
      {sections.map(
        ({ section, rows }) =>
          rows.length > 0 && (
            <LabelledSection key={section?.id ?? ''} label={section?.title ?? words.other}>
              <Panel>
                <SummaryList
                  rows={rows.map(({ question, words: answer }) => ({
                    label: question.title,
                    value: answer ? <span className="plain-text">{answer}</span> : <span className="muted">{words.notAnswered}</span>,
                  }))}
                />
              </Panel>
            </LabelledSection>
          ),
      )}
      <Row>
        <Button kind="primary" isPending={isSending} onClick={onSend} disabled={isEnded}>
          {words.send}
        </Button>
        <Button onClick={onBack}>{words.back}</Button>
      </Row>
    </Stack>
  )
}
