import type { Ward } from '#contract/wards.ts'
import { validate } from '#domain/validation/rules.ts'
import { firstError } from '#domain/validation/rule.ts'
import { FieldsForm } from '#web/staff/FieldsForm.tsx'
import { TextField } from '#web/staff/form-fields.tsx'
import { useFields } from '#web/staff/use-fields.ts'
import { Button } from '#web/ui/Button.tsx'
import { Dialog } from '#web/ui/Dialog.tsx'

import { useSaveWard } from './ward-mutations.ts'
import { wardsWords } from './words.ts'

type WardDialogProps = {
  organisationId: string
  /** undefined for a new ward */
  ward?: Ward | undefined
  onClose: () => void
}

export function WardDialog({ organisationId, ward, onClose }: WardDialogProps) {
  const save = useSaveWard(organisationId, ward?.id, onClose)
  const fields = useFields({
    id: 'ward',
    initial: { name: ward?.name ?? '' },
    check: ({ name }) => ({ name: firstError(name, [validate.required], wardsWords.name) }),
    saving: save,
  })
  return (
    <Dialog title={ward ? wardsWords.renameTitle(ward.name) : wardsWords.create} size="sm" isOpen isBusy={save.isPending} onClose={onClose}>
      <FieldsForm
        fields={fields}
        submitLabel={ward ? wardsWords.rename : wardsWords.create}
        onSave={(values) => save.mutate(values)}
        isInDialog
        actions={<Button onClick={onClose}>{wardsWords.cancel}</Button>}
      >
        <TextField label={wardsWords.name} maxLength={100} required autoComplete="off" {...fields.bind('name')} />
      </FieldsForm>
    </Dialog>
  )
}
