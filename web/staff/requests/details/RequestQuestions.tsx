import { useRouteContext } from '@tanstack/react-router'

import type { RequestDetails } from '#contract/request-records.ts'
import { methodLabel } from '#domain/notification.ts'
import { formatPhone } from '#domain/phone.ts'
import { FieldsForm } from '#web/staff/FieldsForm.tsx'
import { AssigneePicker, type Colleague } from '#web/staff/requests/AssigneePicker.tsx'
import { fullName } from '#web/staff/requests/worklist/request-columns.tsx'
import { assigneeWords } from '#web/staff/requests/words.ts'
import { RedFlagNames } from '#web/staff/scores/RedFlagNames.tsx'
import { type Saving, useFields } from '#web/staff/use-fields.ts'
import { Button } from '#web/ui/Button.tsx'
import { ConfirmDialog } from '#web/ui/ConfirmDialog.tsx'
import { Dialog, DialogActions } from '#web/ui/Dialog.tsx'

import type { RequestAct, useRequestAct } from './use-request-act.ts'
import { assignWords, questionWords } from './words.ts'

export type Question = 'assign' | 'take_over' | 'close' | 'reopen' | 'send_again' | 'cancel_message' | 'remind' | 'mark_sent_in_error'

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
  const areKept = useRouteContext({ from: '/inside' }).config.outbox
  const patient = fullName(request.patient)
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
        title={questionWords.takeOver.title(assignee?.name)}
        isOpen={question === 'take_over'}
        kind="primary"
        confirmLabel={questionWords.takeOver.confirm}
        onClose={onClose}
        onConfirm={() => {
          onClose()
          act(toMe, { takeOver: true })
        }}
      >
        <p>{questionWords.takeOver.text}</p>
      </ConfirmDialog>
      <ConfirmDialog
        title={
          ending === 'mark_sent_in_error'
            ? questionWords.markSentInError.title
            : isUrgent
              ? questionWords.closeUrgent.title
              : questionWords.close.title
        }
        isOpen={ending !== undefined}
        confirmLabel={
          ending === 'mark_sent_in_error'
            ? questionWords.markSentInError.confirm
            : isUrgent
              ? questionWords.closeUrgent.confirm
              : questionWords.close.confirm
        }
        onClose={onClose}
        onConfirm={() => {
          onClose()
          if (ending === 'close') act({ kind: 'close', confirmUrgent: isUrgent })
          else if (ending) act({ kind: ending })
        }}
      >
        {isUrgent && <RedFlagNames names={redFlags.map(({ name }) => name)} />}
        {!isAnswered && <p>{questionWords.notAnswered}</p>}
      </ConfirmDialog>
      <ConfirmDialog
        title={questionWords.sendAgain.title}
        isOpen={question === 'send_again'}
        kind="primary"
        confirmLabel={questionWords.sendAgain.confirm}
        onClose={onClose}
        onConfirm={() => {
          onClose()
          act({ kind: 'send', again: true })
        }}
      >
        <p>{areKept ? questionWords.sendAgain.kept(patient) : questionWords.sendAgain.text(patient, wayOf(request))}</p>
      </ConfirmDialog>
      <ConfirmDialog
        title={questionWords.cancelMessage.title}
        isOpen={question === 'cancel_message'}
        confirmLabel={questionWords.cancelMessage.confirm}
        closeLabel={questionWords.cancelMessage.back}
        onClose={onClose}
        onConfirm={() => {
          onClose()
          act({ kind: 'cancel_message' })
        }}
      >
        <p>{questionWords.cancelMessage.text(patient)}</p>
      </ConfirmDialog>
      <ConfirmDialog
        title={questionWords.remind.title}
        isOpen={question === 'remind'}
        kind="primary"
        confirmLabel={questionWords.remind.confirm}
        onClose={onClose}
        onConfirm={() => {
          onClose()
          act({ kind: 'remind' })
        }}
      >
        <p>{areKept ? questionWords.remind.kept(patient) : questionWords.remind.text(patient, wayOf(request))}</p>
      </ConfirmDialog>
      <Dialog title={questionWords.reopen.title} size="sm" isOpen={question === 'reopen'} onClose={onClose}>
        <p>
          {request.status === 'expired' || new Date(request.expiresAt) <= new Date()
            ? questionWords.reopen.expired
            : questionWords.reopen.notSent}{' '}
          {questionWords.reopen.question}
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
              {sendMessage ? questionWords.reopen.withMessage : questionWords.reopen.withoutMessage}
            </Button>
          ))}
          <Button onClick={onClose}>{questionWords.reopen.cancel}</Button>
        </DialogActions>
      </Dialog>
      <ConfirmDialog
        title={questionWords.conflict.title}
        isOpen={conflict !== undefined}
        kind="primary"
        confirmLabel={conflict?.act.kind === 'assign' ? questionWords.conflict.takeOver : questionWords.conflict.continue}
        isPending={saving.isPending}
        onClose={dismissConflict}
        onConfirm={takeOver}
      >
        <p>{conflict?.words}</p>
        <p>{questionWords.conflict.text}</p>
      </ConfirmDialog>
    </>
  )
}

/** The method of the messages and where they go, as far as the record says. */
function wayOf({ notificationMethod, contact }: RequestDetails) {
  const to = { sms: contact.phoneNumber && formatPhone(contact.phoneNumber), email: contact.emailAddress, nhs_app: null }[
    notificationMethod
  ]
  return to ? `${methodLabel(notificationMethod)} to ${to}` : methodLabel(notificationMethod)
}

type AssignDialogProps = { saving: Saving; onAssign: (colleague: Colleague) => void; onClose: () => void }

function AssignDialog({ saving, onAssign, onClose }: AssignDialogProps) {
  const fields = useFields<{ colleague: Colleague | undefined }>({
    id: 'assign',
    initial: { colleague: undefined },
    check: ({ colleague }) => ({ colleague: colleague ? undefined : assigneeWords.missing }),
    saving,
  })
  return (
    <Dialog title={assignWords.title} size="sm" isOpen isBusy={saving.isPending} onClose={onClose}>
      <FieldsForm
        fields={fields}
        submitLabel={assignWords.submit}
        onSave={({ colleague }) => colleague && onAssign(colleague)}
        isInDialog
        actions={<Button onClick={onClose}>{assignWords.cancel}</Button>}
      >
        <AssigneePicker {...fields.bind('colleague')} />
      </FieldsForm>
    </Dialog>
  )
}
