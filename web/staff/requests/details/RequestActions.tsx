import { useState } from 'react'

import type { RequestDetails } from '#contract/request.ts'
import { can as mayBe, type RequestAction } from '#domain/request-status.ts'
import { useSession } from '#web/staff/session.ts'
import { Button } from '#web/ui/Button.tsx'
import { ConfirmDialog } from '#web/ui/ConfirmDialog.tsx'
import { Menu, type MenuAction } from '#web/ui/Menu.tsx'

import { AssignDialog } from './AssignDialog.tsx'
import { useRequestAct } from './use-request-act.ts'

type Question = 'assign' | 'close' | 'mark_sent_in_error'

/** What may be done with the request as it stands, by those who may. */
export function RequestActions({ request }: { request: RequestDetails }) {
  const { member, can } = useSession()
  const { act, isPending, pending, conflict, takeOver, giveIn } = useRequestAct(request.id)
  const [question, setQuestion] = useState<Question>()
  if (!can('formRequest:update')) return null

  const { assignee, link } = request
  const isMine = assignee?.id === member.id
  const allows = (action: RequestAction) => mayBe(action, { status: request.status })
  const isWaiting = allows('mark_sent_in_error')
  const assignToMe = () => act({ kind: 'assign', userId: member.id, name: 'you' })
  // Closing what has been answered takes nothing from the patient: no question then.
  const close = () => (isWaiting ? setQuestion('close') : act({ kind: 'close' }))
  const settle = () => setQuestion(undefined)

  const more: MenuAction[] = [
    { id: 'assign', label: 'Assign to…', icon: 'person', onAction: () => setQuestion('assign') },
    ...(assignee ? [{ id: 'unassign', label: 'Unassign', onAction: () => act({ kind: 'unassign' }) }] : []),
    ...(link.isLocked ? [{ id: 'unlock', label: 'Unlock the link', onAction: () => act({ kind: 'unlock' }) }] : []),
    ...(isWaiting
      ? [{ id: 'error', label: 'Mark as sent in error', isDanger: true, onAction: () => setQuestion('mark_sent_in_error') }]
      : []),
  ]
  return (
    <>
      {!isMine && (
        <Button isPending={pending === 'assign'} onClick={assignToMe}>
          {assignee ? 'Take over' : 'Assign to me'}
        </Button>
      )}
      {allows('close') && (
        <Button kind={isWaiting ? 'urgent-secondary' : 'primary'} isPending={pending === 'close'} onClick={close}>
          Close
        </Button>
      )}
      {allows('reopen') && (
        <Button isPending={pending === 'reopen'} onClick={() => act({ kind: 'reopen' })}>
          Reopen
        </Button>
      )}
      <Menu label="More" actions={more} />
      {question === 'assign' && (
        <AssignDialog
          onClose={settle}
          onAssign={({ id, name }) => {
            settle()
            act({ kind: 'assign', userId: id, name })
          }}
        />
      )}
      <ConfirmDialog
        title={question === 'close' ? 'Close this form request?' : 'Mark this form request as sent in error?'}
        isOpen={question === 'close' || question === 'mark_sent_in_error'}
        confirmLabel={question === 'close' ? 'Close form request' : 'Mark as sent in error'}
        onClose={settle}
        onConfirm={() => {
          settle()
          if (question === 'close' || question === 'mark_sent_in_error') act({ kind: question })
        }}
      >
        <p>The patient has not answered yet, and will no longer be able to.</p>
      </ConfirmDialog>
      <ConfirmDialog
        title="Someone else has taken control"
        isOpen={conflict !== undefined}
        kind="primary"
        confirmLabel={conflict?.act.kind === 'assign' ? 'Take over' : 'Take over and go on'}
        isPending={isPending}
        onClose={giveIn}
        onConfirm={takeOver}
      >
        <p>{conflict?.words}</p>
        <p>You can take it over. It is recorded that you did, and from whom.</p>
      </ConfirmDialog>
    </>
  )
}
