import { useState } from 'react'

import type { RequestDetails } from '#contract/request-records.ts'
import { can as mayBe, needsMessageWhenReopened, type RequestAction } from '#domain/request-status.ts'
import { canBeSentAgain } from '#web/staff/requests/delivery.ts'
import { useSession } from '#web/staff/session.ts'
import { Button } from '#web/ui/Button.tsx'
import { Menu, type MenuAction } from '#web/ui/Menu.tsx'

import { ContactDialog } from './ContactDialog.tsx'
import { LinkDialog } from './LinkDialog.tsx'
import { RequestQuestions, type Question } from './RequestQuestions.tsx'
import { useRequestAct } from './use-request-act.ts'
import { actionWords as words } from './words.ts'

/** The actions that the request’s status and the user’s permissions allow. */
export function RequestActions({ request }: { request: RequestDetails }) {
  const { member, can } = useSession()
  const acts = useRequestAct(request.id)
  const { act, pending } = acts
  const [question, setQuestion] = useState<Question>()
  const [isContactShown, setContactShown] = useState(false)
  const [isLinkShown, setLinkShown] = useState(false)
  if (!can('formRequest:update')) return null

  const { assignee, link } = request
  const isMine = assignee?.id === member.id
  const allows = (action: RequestAction) => mayBe(action, { status: request.status })
  const toMe = { kind: 'assign', userId: member.id, name: 'you' } as const
  const isWaiting = allows('mark_sent_in_error')
  const isQueued = isWaiting && request.notification?.status === 'queued'
  // Closing an answered request takes nothing from the patient, so it needs no confirmation unless it is urgent.
  const close = () => (isWaiting || request.isUrgent ? setQuestion('close') : act({ kind: 'close' }))
  const state = { status: request.status, openedAt: request.openedAt, completedAt: request.submittedAt, expiresAt: request.expiresAt }
  const reopen = () =>
    needsMessageWhenReopened({ ...state, lastMessage: request.notification?.status }) ? setQuestion('reopen') : act({ kind: 'reopen' })

  const more: MenuAction[] = [
    { id: 'assign', label: words.assignTo, icon: 'person', onAction: () => setQuestion('assign') },
    ...(assignee ? [{ id: 'unassign', label: words.unassign, onAction: () => act({ kind: 'unassign' }) }] : []),
    ...(isQueued ? [{ id: 'cancel', label: words.cancelMessage, onAction: () => setQuestion('cancel_message') }] : []),
    ...(isWaiting && !canBeSentAgain(request) && !isQueued && request.unreachable === null
      ? [
          { id: 'send', label: words.sendAgain, icon: 'send' as const, onAction: () => setQuestion('send_again') },
          { id: 'remind', label: words.remind, onAction: () => setQuestion('remind') },
        ]
      : []),
    ...(isWaiting && can('patient:update') ? [{ id: 'contact', label: words.correctContact, onAction: () => setContactShown(true) }] : []),
    ...(isWaiting ? [{ id: 'link', label: words.link, onAction: () => setLinkShown(true) }] : []),
    ...(link.isLocked ? [{ id: 'unlock', label: words.unlock, onAction: () => act({ kind: 'unlock' }) }] : []),
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
        <Button kind={isWaiting ? 'urgent-secondary' : 'primary'} isPending={pending === 'close'} onClick={close}>
          {words.close}
        </Button>
      )}
      {allows('reopen') && (
        <Button isPending={pending === 'reopen'} onClick={reopen}>
          {words.reopen}
        </Button>
      )}
      <Menu label={words.more} actions={more} />
      {isContactShown && <ContactDialog request={request} onClose={() => setContactShown(false)} />}
      {isLinkShown && <LinkDialog requestId={request.id} onClose={() => setLinkShown(false)} />}
      <RequestQuestions {...{ request, question, acts, toMe }} onClose={() => setQuestion(undefined)} />
    </>
  )
}
