import { useState } from 'react'

import type { RequestDetails } from '#contract/request-records.ts'
import { FieldsForm } from '#web/staff/FieldsForm.tsx'
import { NoteField } from '#web/staff/requests/notes/NoteField.tsx'
import { noteError } from '#web/staff/requests/notes/note-error.ts'
import { RedFlagNames } from '#web/staff/scores/RedFlagNames.tsx'
import { type Saving, useFields } from '#web/staff/use-fields.ts'
import { LoadError } from '#web/staff/LoadError.tsx'
import { Button } from '#web/ui/Button.tsx'
import { useCtrlEnter } from '#web/ui/ctrl-enter.ts'
import { Dialog } from '#web/ui/Dialog.tsx'
import { Skeleton } from '#web/ui/Skeleton.tsx'

import { OutcomeField } from './OutcomeField.tsx'
import { choicesFor, useOutcomes } from './use-outcomes.ts'
import { closeWords as words, outcomeWords } from './words.ts'

type Typed = { outcomeId: string; note: string }
/** What is sent: also what the user saw, so that answers that arrive meanwhile are read before the form request is closed. */
type Closing = Typed & { confirmUrgent: boolean; isUnanswered: boolean }
type CloseDialogProps = {
  request: RequestDetails
  saving: Saving
  /** Where the form request stands in the list that the user came from; undefined without a list. */
  inList: 'last' | 'another follows' | undefined
  /** The user asked to close and go on, so that is what the first button does. */
  isThenNext: boolean
  onClose: () => void
  onCloseRequest: (closing: Closing, options: { thenNext: boolean }) => void
}

/** Closes a form request with an outcome and a note (REQ-7). It stays open, with what was typed, when the closing is refused. */
export function CloseDialog({ request: opened, ...props }: CloseDialogProps) {
  const { saving, onClose } = props
  // The page may be loaded again meanwhile. The question is about what the user saw.
  const [request] = useState(opened)
  const isAnsweredNow = request.submittedAt === null && opened.submittedAt !== null
  const outcomes = useOutcomes()
  return (
    <Dialog title={request.isUrgent ? words.titleUrgent : words.title} isOpen isBusy={saving.isPending} onClose={onClose}>
      {outcomes.data ? (
        <CloseForm {...props} request={request} isAnsweredNow={isAnsweredNow} choices={choicesFor(outcomes.data.docs, request.form.id)} />
      ) : outcomes.isError ? (
        <LoadError of={outcomes} />
      ) : (
        <Skeleton lines={5} />
      )}
    </Dialog>
  )
}

/** `isAnsweredNow`: the patient has answered since the dialog was opened, so the server refuses to close. */
type CloseFormProps = CloseDialogProps & { isAnsweredNow: boolean; choices: readonly { id: string; name: string }[] }

function CloseForm({ request, isAnsweredNow, saving, inList, isThenNext, choices, onClose, onCloseRequest }: CloseFormProps) {
  const isRequired = request.isUrgent && choices.length > 0
  const closingOf = (typed: Typed): Closing => ({
    ...typed,
    confirmUrgent: request.isUrgent,
    isUnanswered: request.submittedAt === null,
  })
  const fields = useFields<Typed>({
    id: 'close',
    initial: { outcomeId: '', note: '' },
    check: ({ outcomeId, note }) => ({
      outcomeId: isRequired && outcomeId === '' ? outcomeWords.missing : undefined,
      note: noteError(note, { isRequired: false }),
    }),
    saving,
  })
  const hasNext = inList === 'another follows'
  const leads = hasNext && isThenNext
  const next = request.isUrgent ? words.nextUrgent : words.next
  const closeAndNext = () => !saving.isPending && fields.submit((typed) => onCloseRequest(closingOf(typed), { thenNext: true }))
  // From any field of the dialog, so that an outcome and these keys are enough.
  useCtrlEnter(() => {
    if (hasNext) closeAndNext()
    else if (!saving.isPending) fields.submit((typed) => onCloseRequest(closingOf(typed), { thenNext: false }))
  })
  return (
    <FieldsForm
      fields={fields}
      kind={request.isUrgent ? 'urgent' : 'primary'}
      submitLabel={leads ? next : request.isUrgent ? words.submitUrgent : words.submit}
      onSave={(typed) => onCloseRequest(closingOf(typed), { thenNext: leads })}
      isInDialog
      actions={
        <>
          {hasNext && !leads && (
            <Button aria-keyshortcuts="Control+Enter" disabled={saving.isPending} onClick={closeAndNext}>
              {next} <kbd>{words.nextKeys}</kbd>
            </Button>
          )}
          <Button disabled={saving.isPending} onClick={onClose}>
            {words.cancel}
          </Button>
        </>
      }
    >
      {request.isUrgent && <RedFlagNames names={request.redFlags.map(({ name }) => name)} />}
      {request.submittedAt === null && !isAnsweredNow && <p>{words.notAnswered}</p>}
      {choices.length > 0 && <OutcomeField choices={choices} isRequired={isRequired} {...fields.bind('outcomeId')} />}
      <NoteField isOptional {...fields.bind('note')} />
      {inList === 'last' && <p className="muted">{words.lastOne}</p>}
    </FieldsForm>
  )
}
