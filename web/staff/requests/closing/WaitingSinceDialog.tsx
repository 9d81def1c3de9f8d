import type { RequestDetails } from '#contract/request-records.ts'
import { isIsoDate } from '#domain/dates.ts'
import { dateOf } from '#domain/moments.ts'
import { waitingSinceProblem } from '#domain/waiting-since.ts'
import { FieldsForm } from '#web/staff/FieldsForm.tsx'
import { DateField } from '#web/staff/form-fields.tsx'
import { type Saving, useFields } from '#web/staff/use-fields.ts'
import { Button } from '#web/ui/Button.tsx'
import { padDate } from '#web/ui/date-text.ts'
import { Dialog } from '#web/ui/Dialog.tsx'

import { waitingSinceDialogWords as words } from './words.ts'

type WaitingSinceDialogProps = {
  request: RequestDetails
  saving: Saving
  onClose: () => void
  /** null: not known */
  onSave: (waitingSince: string | null) => void
}

/** Corrects since when the patient has been waiting. */
export function WaitingSinceDialog({ request, saving, onClose, onSave }: WaitingSinceDialogProps) {
  const fields = useFields({
    id: 'waiting-since',
    initial: { waitingSince: request.waitingSince ?? '' },
    check: ({ waitingSince }) => ({ waitingSince: problemOf(padDate(waitingSince)) }),
    saving,
  })
  return (
    <Dialog title={words.title} size="sm" isOpen isBusy={saving.isPending} onClose={onClose}>
      <FieldsForm
        fields={fields}
        submitLabel={words.save}
        onSave={({ waitingSince }) => onSave(padDate(waitingSince) || null)}
        isInDialog
        actions={<Button onClick={onClose}>{words.cancel}</Button>}
      >
        <DateField label={words.label} hint={words.hint} isOptional {...fields.bind('waitingSince')} />
      </FieldsForm>
    </Dialog>
  )
}

function problemOf(day: string) {
  if (day === '') return undefined
  return isIsoDate(day) ? waitingSinceProblem(day, dateOf(new Date())) : words.notReal
}
