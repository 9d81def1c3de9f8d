import { useEffect, useRef } from 'react'

import { answerSections } from '#domain/form/answers.ts'
import type { FormDefinition } from '#domain/form/definition.ts'
import type { Answers } from '#domain/form/question.ts'
import { Alert } from '#web/ui/Alert.tsx'
import { Button } from '#web/ui/Button.tsx'
import { LabelledSection } from '#web/ui/LabelledSection.tsx'
import { Row, Stack } from '#web/ui/Layout.tsx'
import { Panel } from '#web/ui/Panel.tsx'
import { SummaryList } from '#web/ui/SummaryList.tsx'

import { checkWords as words } from './words.ts'

type CheckBeforeSendingProps = {
  definition: FormDefinition
  answers: Answers
  /** There are newer answers than these. */
  isChanged: boolean
  isSending: boolean
  isEnded: boolean
  onSend: () => void
  onCheckAgain: () => void
  onBack: () => void
}

/** The saved answers, to read back before they are sent. They stay as they are while another person changes answers. */
export function CheckBeforeSending(props: CheckBeforeSendingProps) {
  const { definition, answers, isChanged, isSending, isEnded, onSend, onCheckAgain, onBack } = props
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
      {isChanged && (
        <Alert kind="warning" title={words.newer}>
          {words.newerText}
        </Alert>
      )}
      <Row>
        <Button kind="primary" isPending={isSending} onClick={isChanged ? onCheckAgain : onSend} disabled={isEnded}>
          {isChanged ? words.showNewer : words.send}
        </Button>
        <Button onClick={onBack}>{words.back}</Button>
      </Row>
    </Stack>
  )
}
