import type { RequestDetails } from '#contract/request-records.ts'
import { RedFlagNames } from '#web/staff/scores/RedFlagNames.tsx'
import { Button } from '#web/ui/Button.tsx'
import { Dialog, DialogActions } from '#web/ui/Dialog.tsx'
import { ConfirmDialog } from '#web/ui/ConfirmDialog.tsx'

import { AssignDialog } from './AssignDialog.tsx'
import type { RequestAct, useRequestAct } from './use-request-act.ts'
import { questionWords as words } from './words.ts'

export type Question = 'assign' | 'take_over' | 'close' | 'reopen' | 'mark_sent_in_error'

type RequestQuestionsProps = {
  request: RequestDetails
  question: Question | undefined
  acts: ReturnType<typeof useRequestAct>
  toMe: RequestAct
  onClose: () => void
}

/** The dialogs before an action: assignee, confirmation and taking over from a colleague. */
export function RequestQuestions({ request, question, acts, toMe, onClose }: RequestQuestionsProps) {
  const { act, actInDialog, saving, conflict, takeOver, dismissConflict } = acts
  const { assignee, isUrgent, redFlags } = request
  const isAnswered = request.submittedAt !== null
  const ending = question === 'close' || question === 'mark_sent_in_error' ? question : undefined
  return (
    <>
      {question === 'assign' && (
        <AssignDialog
          saving={saving}
          onClose={onClose}
          onAssign={({ id, name }) => actInDialog({ kind: 'assign', userId: id, name }, onClose)}
        />
      )}
      <ConfirmDialog
        title={words.takeOver.title(assignee?.name)}
        isOpen={question === 'take_over'}
        kind="primary"
        confirmLabel={words.takeOver.confirm}
        onClose={onClose}
        onConfirm={() => {
          onClose()
          act(toMe, { takeOver: true })
        }}
      >
        <p>{words.takeOver.text}</p>
      </ConfirmDialog>
      <ConfirmDialog
        title={ending === 'mark_sent_in_error' ? words.markSentInError.title : isUrgent ? words.closeUrgent.title : words.close.title}
        isOpen={ending !== undefined}
        confirmLabel={
          ending === 'mark_sent_in_error' ? words.markSentInError.confirm : isUrgent ? words.closeUrgent.confirm : words.close.confirm
        }
        onClose={onClose}
        onConfirm={() => {
          onClose()
          if (ending === 'close') act({ kind: 'close', confirmUrgent: isUrgent })
          else if (ending) act({ kind: ending })
        }}
      >
        {isUrgent && <RedFlagNames names={redFlags.map(({ name }) => name)} />}
        {!isAnswered && <p>{words.notAnswered}</p>}
      </ConfirmDialog>
      <Dialog title={words.reopen.title} size="sm" isOpen={question === 'reopen'} onClose={onClose}>
        <p>
          {request.status === 'expired' || new Date(request.expiresAt) <= new Date() ? words.reopen.expired : words.reopen.notSent}{' '}
          {words.reopen.question}
        </p>
        <DialogActions>
          {[true, false].map((sendMessage) => (
            <Button
              key={String(sendMessage)}
              kind={sendMessage ? 'primary' : 'secondary'}
              onClick={() => {
                onClose()
                act({ kind: 'reopen', sendMessage })
              }}
            >
              {sendMessage ? words.reopen.withMessage : words.reopen.withoutMessage}
            </Button>
          ))}
          <Button onClick={onClose}>{words.reopen.cancel}</Button>
        </DialogActions>
      </Dialog>
      <ConfirmDialog
        title={words.conflict.title}
        isOpen={conflict !== undefined}
        kind="primary"
        confirmLabel={conflict?.act.kind === 'assign' ? words.conflict.takeOver : words.conflict.continue}
        isPending={saving.isPending}
        onClose={dismissConflict}
        onConfirm={takeOver}
      >
        <p>{conflict?.words}</p>
        <p>{words.conflict.text}</p>
      </ConfirmDialog>
    </>
  )
}
