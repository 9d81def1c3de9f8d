import type { RequestDetails } from '#contract/request-records.ts'
import { RedFlagNames } from '#web/staff/scores/RedFlagNames.tsx'
import { Button } from '#web/ui/Button.tsx'
import { Dialog, DialogActions } from '#web/ui/Dialog.tsx'
import { ConfirmDialog } from '#web/ui/ConfirmDialog.tsx'

import { AssignDialog } from './AssignDialog.tsx'
import type { RequestAct, useRequestAct } from './use-request-act.ts'

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
        title={`Take over from ${assignee?.name ?? 'a colleague'}?`}
        isOpen={question === 'take_over'}
        kind="primary"
        confirmLabel="Take over"
        onClose={onClose}
        onConfirm={() => {
          onClose()
          act(toMe, { takeOver: true })
        }}
      >
        <p>The form request is assigned to you. Taking over is recorded.</p>
      </ConfirmDialog>
      <ConfirmDialog
        title={
          ending === 'mark_sent_in_error'
            ? 'Mark this form request as sent in error?'
            : isUrgent
              ? 'Close this urgent form request?'
              : 'Close this form request?'
        }
        isOpen={ending !== undefined}
        confirmLabel={
          ending === 'mark_sent_in_error' ? 'Mark as sent in error' : isUrgent ? 'Close urgent form request' : 'Close form request'
        }
        onClose={onClose}
        onConfirm={() => {
          onClose()
          if (ending === 'close') act({ kind: 'close', confirmUrgent: isUrgent })
          else if (ending) act({ kind: ending })
        }}
      >
        {isUrgent && <RedFlagNames names={redFlags.map(({ name }) => name)} />}
        {!isAnswered && <p>The patient has not answered yet and will no longer be able to answer.</p>}
      </ConfirmDialog>
      <Dialog title="Reopen this form request?" size="sm" isOpen={question === 'reopen'} onClose={onClose}>
        <p>
          {request.status === 'expired' || new Date(request.expiresAt) <= new Date()
            ? 'The form request has expired. The patient gets a new time limit when you reopen the form request.'
            : 'The last message about this form request was not sent.'}{' '}
          Do you want to send the message again?
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
              {sendMessage ? 'Reopen and send message' : 'Reopen without message'}
            </Button>
          ))}
          <Button onClick={onClose}>Cancel</Button>
        </DialogActions>
      </Dialog>
      <ConfirmDialog
        title="Someone else has taken control"
        isOpen={conflict !== undefined}
        kind="primary"
        confirmLabel={conflict?.act.kind === 'assign' ? 'Take over' : 'Take over and continue'}
        isPending={saving.isPending}
        onClose={dismissConflict}
        onConfirm={takeOver}
      >
        <p>{conflict?.words}</p>
        <p>You can take over the form request. Taking over is recorded.</p>
      </ConfirmDialog>
    </>
  )
}
