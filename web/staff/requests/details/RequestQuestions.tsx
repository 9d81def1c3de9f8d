import { useRouteContext } from '@tanstack/react-router'

import type { RequestDetails } from '#contract/request-records.ts'
import type { IdentityCheck } from '#domain/answering.ts'
import { type MessageMethod, byMethod } from '#domain/notification.ts'
import { formatPhone } from '#domain/phone-words.ts'
import { FieldsForm } from '#web/staff/FieldsForm.tsx'
import { AssigneePicker, type Colleague } from '#web/staff/requests/AssigneePicker.tsx'
import { CloseDialog } from '#web/staff/requests/closing/CloseDialog.tsx'
import { OutcomeDialog } from '#web/staff/requests/closing/OutcomeDialog.tsx'
import { WaitingSinceDialog } from '#web/staff/requests/closing/WaitingSinceDialog.tsx'
import { fullName } from '#web/staff/requests/worklist/request-columns.tsx'
import { assigneeWords, sentLaterWords, conflictWords } from '#web/staff/requests/words.ts'
import { type Saving, useFields } from '#web/staff/use-fields.ts'
import { Button } from '#web/ui/Button.tsx'
import { ConfirmDialog } from '#web/ui/ConfirmDialog.tsx'
import { Dialog, DialogActions } from '#web/ui/Dialog.tsx'

import { checkIdentityChecked, type IdentityChecked, IdentityCheckField } from './IdentityCheckField.tsx'
import { useListPosition } from './use-list-position.ts'
import type { RequestAct, useRequestAct } from './use-request-act.ts'
import { assignWords, questionWords, unlockWords } from './words.ts'

export type Question =
  | 'assign'
  | 'take_over'
  | 'close'
  | 'close_and_next'
  | 'outcome'
  | 'waiting_since'
  | 'reopen'
  | 'send_again'
  | 'letter'
  | 'cancel_message'
  | 'unlock'
  | 'remind'
  | 'mark_sent_in_error'

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
  const { assignee } = request
  const areKept = useRouteContext({ from: '/inside' }).config.outbox
  const position = useListPosition(request.id)
  const patient = fullName(request.patient)
  const isLetter = request.notification?.method === 'letter'
  const cancelWords = isLetter ? questionWords.cancelLetter : questionWords.cancelMessage
  return (
    <>
      {question === 'assign' && (
        <AssignDialog
          saving={saving}
          onClose={onClose}
          onAssign={({ id, name }) => actInDialog({ kind: 'assign', userId: id, name }, onClose)}
        />
      )}
      {question === 'unlock' && (
        <UnlockDialog
          saving={saving}
          onClose={onClose}
          onUnlock={(identityCheck) => actInDialog({ kind: 'unlock', identityCheck }, onClose)}
        />
      )}
      {(question === 'close' || question === 'close_and_next') && (
        <CloseDialog
          request={request}
          saving={saving}
          isThenNext={question === 'close_and_next'}
          inList={position && (position.isLast ? 'last' : 'another follows')}
          onClose={onClose}
          onCloseRequest={(closing, { thenNext }) =>
            actInDialog({ kind: 'close', ...closing }, onClose, thenNext ? () => void position?.openNext() : undefined)
          }
        />
      )}
      {question === 'outcome' && (
        <OutcomeDialog
          request={request}
          saving={saving}
          onClose={onClose}
          onSave={(outcomeId) => actInDialog({ kind: 'set_outcome', outcomeId }, onClose)}
        />
      )}
      {question === 'waiting_since' && (
        <WaitingSinceDialog
          request={request}
          saving={saving}
          onClose={onClose}
          onSave={(waitingSince) => actInDialog({ kind: 'set_waiting_since', waitingSince }, onClose)}
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
        title={questionWords.markSentInError.title}
        isOpen={question === 'mark_sent_in_error'}
        confirmLabel={questionWords.markSentInError.confirm}
        onClose={onClose}
        onConfirm={() => {
          onClose()
          act({ kind: 'mark_sent_in_error' })
        }}
      >
        <p>{questionWords.notAnswered}</p>
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
        <p>
          {areKept
            ? questionWords.sendAgain.kept(patient)
            : questionWords.sendAgain.text(patient, wayOf(request.notificationMethod, request))}
        </p>
        <SentLater at={sentAt(request, request.notificationMethod)} />
      </ConfirmDialog>
      <ConfirmDialog
        title={isLetter ? questionWords.letter.titleAgain : questionWords.letter.title}
        isOpen={question === 'letter'}
        kind="primary"
        confirmLabel={questionWords.letter.confirm}
        onClose={onClose}
        onConfirm={() => {
          onClose()
          act({ kind: 'queue_letter', again: isLetter })
        }}
      >
        <p>{isLetter ? questionWords.letter.textAgain(patient) : questionWords.letter.text(patient)}</p>
      </ConfirmDialog>
      <ConfirmDialog
        title={cancelWords.title}
        isOpen={question === 'cancel_message'}
        confirmLabel={cancelWords.confirm}
        closeLabel={cancelWords.back}
        onClose={onClose}
        onConfirm={() => {
          onClose()
          act({ kind: 'cancel_message' })
        }}
      >
        <p>{cancelWords.text(patient)}</p>
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
        <p>{areKept ? questionWords.remind.kept(patient) : questionWords.remind.text(patient, wayOf(request.reminderMethod, request))}</p>
        <SentLater at={sentAt(request, request.reminderMethod)} />
      </ConfirmDialog>
      <Dialog title={questionWords.reopen.title} size="sm" isOpen={question === 'reopen'} onClose={onClose}>
        <p>
          {request.status === 'expired' || new Date(request.expiresAt) <= new Date()
            ? questionWords.reopen.expired
            : questionWords.reopen.notSent}{' '}
          {questionWords.reopen.question}
        </p>
        <SentLater at={sentAt(request, request.notificationMethod)} />
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
        title={conflictWords.title}
        isOpen={conflict !== undefined}
        kind="primary"
        confirmLabel={conflict?.act.kind === 'assign' ? conflictWords.takeOver : conflictWords.continue}
        isPending={saving.isPending}
        onClose={dismissConflict}
        onConfirm={takeOver}
      >
        <p>{conflict?.words}</p>
        <p>{conflictWords.text}</p>
      </ConfirmDialog>
    </>
  )
}

/** When a message goes out that is queued now; null: at once, and for a letter, which waits to be printed. */
const sentAt = ({ leavesAt: moments }: RequestDetails, method: MessageMethod) => (method === 'letter' ? null : moments[method])

const SentLater = ({ at }: { at: string | null }) => (at ? <p>{sentLaterWords(at)}</p> : null)

/** The method of a message and where the message goes, as far as the record says. */
function wayOf(method: MessageMethod, { contact }: RequestDetails) {
  const to = { sms: contact.phoneNumber && formatPhone(contact.phoneNumber), email: contact.emailAddress, nhs_app: null, letter: null }[
    method
  ]
  return to ? `${byMethod(method)} to ${to}` : byMethod(method)
}

type UnlockDialogProps = { saving: Saving; onUnlock: (identityCheck: IdentityCheck) => void; onClose: () => void }

function UnlockDialog({ saving, onUnlock, onClose }: UnlockDialogProps) {
  const fields = useFields<IdentityChecked>({ id: 'unlock', initial: { identityCheck: '' }, check: checkIdentityChecked, saving })
  return (
    <Dialog title={unlockWords.title} size="md" isOpen isBusy={saving.isPending} onClose={onClose}>
      <FieldsForm
        fields={fields}
        submitLabel={unlockWords.submit}
        onSave={({ identityCheck }) => identityCheck && onUnlock(identityCheck)}
        isInDialog
        actions={<Button onClick={onClose}>{unlockWords.cancel}</Button>}
      >
        <p>{unlockWords.text}</p>
        <IdentityCheckField {...fields.bind('identityCheck')} />
      </FieldsForm>
    </Dialog>
  )
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
