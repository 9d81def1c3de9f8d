import type { RequestDetails } from '#contract/request-records.ts'
import { FieldsForm } from '#web/staff/FieldsForm.tsx'
import { type Saving, useFields } from '#web/staff/use-fields.ts'
import { LoadError } from '#web/staff/LoadError.tsx'
import { Button } from '#web/ui/Button.tsx'
import { Dialog, DialogActions } from '#web/ui/Dialog.tsx'
import { Stack } from '#web/ui/Layout.tsx'
import { Skeleton } from '#web/ui/Skeleton.tsx'

import { OutcomeField } from './OutcomeField.tsx'
import { choicesFor, useOutcomes } from './use-outcomes.ts'
import { outcomeWords as words } from './words.ts'

type OutcomeDialogProps = { request: RequestDetails; saving: Saving; onClose: () => void; onSave: (outcomeId: string) => void }

/** Records the outcome of a form request that has ended, or corrects the outcome. */
export function OutcomeDialog({ request, saving, onClose, onSave }: OutcomeDialogProps) {
  const outcomes = useOutcomes()
  const choices = choicesFor(outcomes.data?.docs ?? [], request.form.id)
  const fields = useFields({
    id: 'outcome',
    initial: { outcomeId: request.outcome?.id ?? '' },
    check: ({ outcomeId }) => ({ outcomeId: choices.some(({ id }) => id === outcomeId) ? undefined : words.missing }),
    saving,
  })
  return (
    <Dialog title={request.outcome ? words.correct : words.recordTitle} size="sm" isOpen isBusy={saving.isPending} onClose={onClose}>
      {outcomes.data && choices.length === 0 ? (
        <Stack>
          <p>{words.noChoices}</p>
          <DialogActions>
            <Button onClick={onClose}>{words.close}</Button>
          </DialogActions>
        </Stack>
      ) : outcomes.data ? (
        <FieldsForm
          fields={fields}
          submitLabel={words.save}
          onSave={({ outcomeId }) => onSave(outcomeId)}
          isInDialog
          actions={<Button onClick={onClose}>{words.cancel}</Button>}
        >
          <OutcomeField choices={choices} isRequired {...fields.bind('outcomeId')} />
        </FieldsForm>
      ) : outcomes.isError ? (
        <LoadError of={outcomes} />
      ) : (
        <Skeleton lines={4} />
      )}
    </Dialog>
  )
}
