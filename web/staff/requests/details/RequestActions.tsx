import { useNavigate } from '@tanstack/react-router'
import { lazy, Suspense, useState } from 'react'

import type { RequestDetails } from '#contract/request-records.ts'
import { canHaveOutcome } from '#domain/outcomes.ts'
import { can as mayBe, needsMessageWhenReopened, type RequestAction } from '#domain/request-status.ts'
import { closeWords, outcomeWords } from '#web/staff/requests/closing/words.ts'
import { pathTo } from '#web/staff/paths.ts'
import { canBeSentAgain } from '#web/staff/requests/delivery.ts'
import { useSession } from '#web/staff/session.ts'
import { Button } from '#web/ui/Button.tsx'
import { Menu, type MenuAction } from '#web/ui/Menu.tsx'
import { useHasBeen } from '#web/ui/use-has-been.ts'

import type { Question } from './RequestQuestions.tsx'
import { useListPosition } from './use-list-position.ts'
import { useRequestAct } from './use-request-act.ts'
import { actionWords as words } from './words.ts'

const ContactDialog = lazy(async () => ({ default: (await import('./ContactDialog.tsx')).ContactDialog }))
const LinkDialog = lazy(async () => ({ default: (await import('./LinkDialog.tsx')).LinkDialog }))
const RequestQuestions = lazy(async () => ({ default: (await import('./RequestQuestions.tsx')).RequestQuestions }))

/** The actions that the request’s status and the user’s permissions allow. */
export function RequestActions({ request }: { request: RequestDetails }) {
  const { member, can } = useSession()
  const acts = useRequestAct(request)
  const navigate = useNavigate()
  const { act, pending } = acts
  const [question, setQuestion] = useState<Question>()
  const [isContactShown, setContactShown] = useState(false)
  const [isLinkShown, setLinkShown] = useState(false)
  const position = useListPosition(request.id)
  const hasQuestions = useHasBeen(question !== undefined || acts.conflict !== undefined)
  if (!can('formRequest:update')) return null

  const { assignee, link } = request
  const isMine = assignee?.id === member.id
  const allows = (action: RequestAction) => mayBe(action, { status: request.status })
  const toMe = { kind: 'assign', userId: member.id, name: 'you' } as const
  const isWaiting = allows('mark_sent_in_error')
  const isQueued = isWaiting && request.notification?.status === 'queued'
  const mayBeRepeated = isWaiting && !canBeSentAgain(request) && !isQueued
  const isLetter = request.notification?.method === 'letter'
  /** The refusal of an earlier try is not shown again. */
  const ask = (wanted: Question) => {
    acts.saving.reset()
    setQuestion(wanted)
  }
  const mayRecord = canHaveOutcome(request.status)
  const state = { status: request.status, openedAt: request.openedAt, completedAt: request.submittedAt, expiresAt: request.expiresAt }
  const reopen = () =>
    needsMessageWhenReopened({ ...state, lastMessage: request.notification?.status }) ? setQuestion('reopen') : act({ kind: 'reopen' })

  const more: MenuAction[] = [
    { id: 'assign', label: words.assignTo, icon: 'person', onAction: () => ask('assign') },
    ...(mayRecord && request.outcome ? [{ id: 'outcome', label: outcomeWords.correct, onAction: () => ask('outcome') }] : []),
    ...(request.isWaitingListForm || request.waitingSince !== null
      ? [{ id: 'waiting-since', label: words.waitingSince, onAction: () => ask('waiting_since') }]
      : []),
    ...(assignee ? [{ id: 'unassign', label: words.unassign, onAction: () => act({ kind: 'unassign' }) }] : []),
    ...(isQueued
      ? [{ id: 'cancel', label: isLetter ? words.cancelLetter : words.cancelMessage, onAction: () => setQuestion('cancel_message') }]
      : []),
    ...(mayBeRepeated && request.unreachable === null
      ? [{ id: 'send', label: words.sendAgain, icon: 'send' as const, onAction: () => setQuestion('send_again') }]
      : []),
    ...(mayBeRepeated && request.reminderRefusal === null
      ? [{ id: 'remind', label: words.remind, onAction: () => setQuestion('remind') }]
      : []),
    ...(request.letterRefusal === null ? [{ id: 'letter', label: words.letter, onAction: () => setQuestion('letter') }] : []),
    ...(isWaiting
      ? [
          {
            id: 'answer',
            label: words.answer,
            icon: 'edit' as const,
            onAction: () => void navigate({ href: pathTo('requestAnswer', { id: request.id }) }),
          },
        ]
      : []),
    ...(isWaiting && can('patient:update') ? [{ id: 'contact', label: words.correctContact, onAction: () => setContactShown(true) }] : []),
    ...(isWaiting ? [{ id: 'link', label: words.link, onAction: () => setLinkShown(true) }] : []),
    ...(link.isLocked ? [{ id: 'unlock', label: words.unlock, onAction: () => ask('unlock') }] : []),
    ...(isWaiting
      ? [{ id: 'error', label: words.markSentInError, isDanger: true, onAction: () => setQuestion('mark_sent_in_error') }]
      : []),
  ]
  return (
    <>
      {!isMine && (
        <Button isPending={pending === 'assign'} onClick={() => (assignee ? setQuestion('take_over') : act(toMe))}>
          {assignee ? words.takeOver : words.assignToMe}
        </Button>
      )}
      {allows('close') && (
        <Button kind={isWaiting ? 'urgent-secondary' : 'primary'} isPending={pending === 'close'} onClick={() => ask('close')}>
          {words.close}
        </Button>
      )}
      {allows('close') && position && !position.isLast && (
        <Button isPending={pending === 'close'} onClick={() => ask('close_and_next')}>
          {closeWords.next}
        </Button>
      )}
      {mayRecord && !request.outcome && <Button onClick={() => ask('outcome')}>{outcomeWords.record}</Button>}
      {allows('reopen') && (
        <Button isPending={pending === 'reopen'} onClick={reopen}>
          {words.reopen}
        </Button>
      )}
      <Menu label={words.more} actions={more} />
      <Suspense>
        {isContactShown && <ContactDialog request={request} onClose={() => setContactShown(false)} />}
        {isLinkShown && <LinkDialog requestId={request.id} onClose={() => setLinkShown(false)} />}
        {hasQuestions && <RequestQuestions {...{ request, question, acts, toMe }} onClose={() => setQuestion(undefined)} />}
      </Suspense>
    </>
  )
}
