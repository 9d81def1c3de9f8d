import { useRef, type FocusEvent, type KeyboardEvent } from 'react'

import type { Question } from '#domain/form/definition.ts'
import { answerText } from '#domain/form/answers.ts'
import { questionTypes } from '#domain/form/question-types.ts'
import type { Answer } from '#domain/form/question.ts'
import { Alert } from '#web/ui/Alert.tsx'
import { Button } from '#web/ui/Button.tsx'
import { Row } from '#web/ui/Layout.tsx'

import { choiceOfKeys, QuestionControl, withChoice } from './QuestionControl.tsx'
import type { TypedAnswers } from './use-answers.ts'
import { formWords as words } from './words.ts'

/** Two keys within this time are one number, such as 10. */
const oneNumberMs = 800

type AnsweredQuestionProps = {
  question: Question
  number: number | undefined
  typing: TypedAnswers
  error: string | undefined
  onTyped: (question: string) => void
  onNext: (question: Question) => void
}

/** One question with its protocol notes, its control, and whether the answer is saved. */
export function AnsweredQuestion({ question, number, typing, error, onTyped, onNext }: AnsweredQuestionProps) {
  const { id } = question
  const { draft, answers, troubles, saving, news } = typing
  const keys = useRef({ typed: '', at: 0 })
  const control = questionTypes[question.type].control(question)
  const answer = answers[id]
  const trouble = troubles[id]
  const [savedBy, saved] = [draft.savedBy[id], draft.answers[id]]

  const change = (next: Answer, isDone: boolean) => {
    typing.type(id, next)
    onTyped(id)
    if (isDone) void typing.save(id)
  }
  /** A date is saved when its last box is left, not between its boxes. */
  const leave = ({ currentTarget, relatedTarget }: FocusEvent<HTMLElement>) => {
    const isStillHere = control.kind === 'parts' && currentTarget.closest('[data-question]')?.contains(relatedTarget)
    if (!isStillHere && trouble?.kind !== 'changed') void typing.save(id)
  }

  const press = (event: KeyboardEvent) => {
    if (event.ctrlKey || event.metaKey || event.altKey || event.nativeEvent.isComposing) return
    const isButton = (event.target as HTMLElement).matches('button, a') // a key press comes from an element
    if (event.key === 'Enter' && !event.shiftKey && !isButton) {
      event.preventDefault()
      if (trouble?.kind !== 'changed') void typing.save(id)
      onNext(question)
      return
    }
    if (control.kind !== 'choices' || !/^\d$/.test(event.key)) return
    const isNext = event.timeStamp - keys.current.at < oneNumberMs
    const both = choiceOfKeys(control, keys.current.typed + event.key)
    const isOneNumber = isNext && both !== undefined
    const chosen = isOneNumber ? both : choiceOfKeys(control, event.key)
    const previous = keys.current.typed
    keys.current = { typed: isOneNumber ? '' : event.key, at: event.timeStamp }
    if (!chosen) return
    event.preventDefault()
    // Of two keys that are one number, the first has already pressed another option.
    const first = isOneNumber && control.isMany ? choiceOfKeys(control, previous) : undefined
    change(withChoice(control, first ? withChoice(control, answer, first.value) : answer, chosen.value), true)
  }

  return (
    // The keys are those of the controls inside.
    // oxlint-disable-next-line jsx-a11y/no-static-element-interactions
    <div className="answered-question ruled-item" data-question={id} onKeyDown={press}>
      <QuestionControl
        question={question}
        label={number === undefined ? question.title : `${number}. ${question.title}`}
        answer={answer}
        error={trouble?.kind === 'invalid' ? trouble.message : error}
        onChange={change}
        onLeave={leave}
      />
      <Protocol question={question} />
      {trouble?.kind === 'changed' && (
        <Alert
          kind="warning"
          actions={
            <Row>
              <Button onClick={() => typing.forget(id)}>{words.keepSaved}</Button>
              <Button onClick={() => void typing.saveInstead(id)}>{words.saveMine}</Button>
            </Row>
          }
        >
          {words.changed(savedBy, textOf(question, saved))}
        </Alert>
      )}
      {trouble?.kind === 'failed' && (
        <Alert
          kind="danger"
          title={words.notSaved}
          actions={typing.ended === undefined && <Button onClick={() => void typing.save(id)}>{words.retry}</Button>}
        >
          {trouble.message}
        </Alert>
      )}
      <p className="answered-question__state muted" role="status">
        {saving.has(id)
          ? words.saving
          : trouble || typing.typed[id] !== undefined
            ? ''
            : news.has(id)
              ? words.news(savedBy)
              : textOf(question, saved) && words.saved(savedBy)}
      </p>
    </div>
  )
}

const textOf = (question: Question, saved: Answer | undefined) => (saved === undefined ? '' : answerText(question, saved))

/** What the author wrote for those who ask. Patients never see it. */
function Protocol({ question: { protocol } }: { question: Question }) {
  const notes = [
    { label: words.why, text: protocol?.why },
    { label: words.reader, text: protocol?.reader },
    { label: words.risk, text: protocol?.risk },
  ].filter(({ text }) => text?.trim())
  if (notes.length === 0) return null
  return (
    <dl className="answered-question__protocol">
      {notes.map(({ label, text }) => (
        <div key={label}>
          <dt>{label}</dt>
          <dd className="plain-text">{text}</dd>
        </div>
      ))}
    </dl>
  )
}
