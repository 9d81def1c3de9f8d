import { useMutation } from '@tanstack/react-query'
import { useEffect, useEffectEvent, useRef, useState, type KeyboardEvent } from 'react'

import type { AnswerDraft, Answering } from '#contract/answering.ts'
import { checkAnswers } from '#domain/form/answers.ts'
import type { Question } from '#domain/form/definition.ts'
import { isAsked, numbersOf, visiblePath } from '#domain/form/path.ts'
import { isUnanswered } from '#domain/form/question.ts'
import { wordsOf } from '#web/api/refusal.ts'
import { useRefreshRequests } from '#web/staff/requests/refresh-requests.ts'
import { Alert } from '#web/ui/Alert.tsx'
import { Button } from '#web/ui/Button.tsx'
import { ErrorSummary } from '#web/ui/ErrorSummary.tsx'
import { Row, Stack } from '#web/ui/Layout.tsx'
import { Panel } from '#web/ui/Panel.tsx'

import { AnsweredQuestion } from './AnsweredQuestion.tsx'
import { CheckBeforeSending } from './CheckBeforeSending.tsx'
import { LeaveAnswers } from './LeaveAnswers.tsx'
import { idOf } from './QuestionControl.tsx'
import { StartAnswering } from './StartAnswering.tsx'
import { useAnswers, type TypedAnswers } from './use-answers.ts'
import { answeringWords, checkWords, formWords as words, startWords } from './words.ts'

type AnswerFormProps = {
  answering: Answering & { session: NonNullable<Answering['session']>; draft: NonNullable<Answering['draft']> }
  onSent: (redFlags: string[]) => void
}

type Problem = { question: string; message: string; isUnsaved: boolean }

/** All questions on one screen, for a phone call with the keyboard only. The logic and the checks are those of the patient's pages. */
export function AnswerForm(props: AnswerFormProps) {
  const { requestId, session, draft } = props.answering
  const typing = useAnswers({ requestId, session: session.id, draft })
  return (
    <>
      <LeaveAnswers typing={typing} />
      <AllQuestions {...props} typing={typing} />
    </>
  )
}

function AllQuestions({ answering, typing, onSent }: AnswerFormProps & { typing: TypedAnswers }) {
  const { definition } = answering.form
  const refresh = useRefreshRequests()
  const [problems, setProblems] = useState<{ attempt: number; list: Problem[] }>({ attempt: 0, list: [] })
  /** The answers that are read back, which are the only ones that can be sent. */
  const [checked, setChecked] = useState<AnswerDraft>()
  const path = visiblePath(definition, typing.answers)
  const numbers = numbersOf(path)
  const { ended } = typing

  const send = useMutation({
    mutationFn: (revision: number) => typing.send(revision),
    onSuccess: async ({ redFlags }) => {
      onSent(redFlags)
      await refresh()
    },
    onError: (error) => typing.recover(error),
  })

  const focusFirst = useEffectEvent(() => {
    const questions = path.filter(isAsked)
    focusQuestion(questions.find(({ id }) => isUnanswered(typing.answers[id])) ?? questions[0])
  })
  const checkAgain = useRef<HTMLDivElement>(null)
  useEffect(() => {
    if (typing.isCheckNeeded) checkAgain.current?.focus()
    else focusFirst()
  }, [typing.isCheckNeeded])

  const check = async () => {
    const { draft: saved, unsaved } = await typing.saveAll()
    const found = [
      ...unsaved.map((question) => ({ question, message: words.unsaved, isUnsaved: true })),
      ...checkAnswers(definition, saved.answers)
        .filter(({ question }) => !unsaved.includes(question))
        .map((problem) => ({ ...problem, isUnsaved: false })),
    ]
    setProblems(({ attempt }) => ({ attempt: attempt + 1, list: found }))
    send.reset()
    setChecked(found.length === 0 ? saved : undefined)
  }
  /** A problem is over once its answer is typed again: the next check finds what is still wrong. */
  const forgetProblem = (question: string) =>
    setProblems(({ attempt, list }) => ({ attempt, list: list.filter((problem) => problem.question !== question) }))
  const press = (event: KeyboardEvent) => {
    if (event.key !== 'Enter' || !(event.ctrlKey || event.metaKey)) return
    event.preventDefault()
    void check()
  }
  const next = (question: Question) => {
    const asked = path.filter(isAsked)
    const following = asked[asked.findIndex(({ id }) => id === question.id) + 1]
    if (following) focusQuestion(following)
    else document.getElementById(checkButtonId)?.focus()
  }

  const endedAlert = ended !== undefined && (
    <Alert kind="danger" title={answeringWords.ended}>
      <p>{ended}</p>
      <p>{answeringWords.endedTyped}</p>
    </Alert>
  )
  // What was typed stays in `typing`, and is saved after the check.
  if (typing.isCheckNeeded)
    return (
      <div ref={checkAgain} tabIndex={-1}>
        <Stack>
          <Alert kind="warning" title={startWords.again}>
            {startWords.againText}
          </Alert>
          <StartAnswering answering={answering} isAgain onStarted={({ session: again }) => again && typing.checked(again.id)} />
        </Stack>
      </div>
    )
  if (checked) {
    const isChanged = typing.draft.revision !== checked.revision
    return (
      <Stack>
        {endedAlert}
        {send.isError && !isChanged && ended === undefined && (
          <Alert kind="danger" title={checkWords.changed}>
            {wordsOf(send.error)}
          </Alert>
        )}
        <CheckBeforeSending
          key={checked.revision}
          definition={definition}
          answers={checked.answers}
          isChanged={isChanged && ended === undefined}
          isSending={send.isPending}
          isEnded={ended !== undefined}
          onSend={() => send.mutate(checked.revision)}
          onCheckAgain={() => void check()}
          onBack={() => setChecked(undefined)}
        />
      </Stack>
    )
  }
  const errors = problems.list.filter(
    ({ question, isUnsaved }) => path.some(({ id }) => id === question) && (!isUnsaved || typing.typed[question] !== undefined),
  )
  const titleOf = (id: string) => definition.questions.find((question) => question.id === id)?.title ?? id
  return (
    // Ctrl + Enter works from every control inside.
    // oxlint-disable-next-line jsx-a11y/no-static-element-interactions
    <div onKeyDown={press}>
      <Stack>
        {endedAlert}
        {problems.attempt > 0 && errors.length > 0 && (
          <ErrorSummary
            key={problems.attempt}
            errors={errors.map(({ question, message }) => ({ message: `${titleOf(question)}: ${message}`, fieldId: `answer-${question}` }))}
          />
        )}
        <p className="muted">{words.keys}</p>
        <Panel>
          {path.map((question) =>
            isAsked(question) ? (
              <AnsweredQuestion
                key={question.id}
                question={question}
                number={numbers.get(question.id)}
                typing={typing}
                error={errors.find((one) => one.question === question.id)?.message}
                onTyped={forgetProblem}
                onNext={next}
              />
            ) : (
              <div key={question.id} className="answered-question ruled-item">
                <h2 className="answers__section">{question.title}</h2>
                {question.hint && <p className="plain-text">{question.hint}</p>}
                {question.body && <p className="plain-text">{question.body}</p>}
              </div>
            ),
          )}
        </Panel>
        <Row>
          <Button kind="primary" id={checkButtonId} onClick={() => void check()} disabled={ended !== undefined}>
            {words.check}
          </Button>
        </Row>
      </Stack>
    </div>
  )
}

const checkButtonId = 'check-answers'

/** The chosen option of a question, else its first control. */
function focusQuestion(question: Question | undefined) {
  if (!question) return
  const box = document.getElementById(idOf(question))?.closest('[data-question]')
  const control = box?.querySelector<HTMLElement>('input:checked') ?? box?.querySelector<HTMLElement>('input, select, textarea')
  control?.focus()
  box?.scrollIntoView({ block: 'nearest' })
}
