import { AssigneePicker, type Colleague } from '#web/staff/requests/AssigneePicker.tsx'
import { assigneeWords } from '#web/staff/requests/words.ts'
import { FieldsForm } from '#web/staff/FieldsForm.tsx'
import { useFields, type Saving } from '#web/staff/use-fields.ts'
import { Button } from '#web/ui/Button.tsx'
import { Dialog } from '#web/ui/Dialog.tsx'

import { assignWords as words } from './words.ts'

type AssignDialogProps = { saving: Saving; onAssign: (colleague: Colleague) => void; onClose: () => void }

export function AssignDialog({ saving, onAssign, onClose }: AssignDialogProps) {
  const fields = useFields<{ colleague: Colleague | undefined }>({
    id: 'assign',
    initial: { colleague: undefined },
    check: ({ colleague }) => ({ colleague: colleague ? undefined : assigneeWords.missing }),
    saving,
  })
  return (
    <Dialog title={words.title} size="sm" isOpen isBusy={saving.isPending} onClose={onClose}>
      <FieldsForm
        fields={fields}
        submitLabel={words.submit}
        onSave={({ colleague }) => colleague && onAssign(colleague)}
        isInDialog
        actions={<Button onClick={onClose}>{words.cancel}</Button>}
      >
        <AssigneePicker {...fields.bind('colleague')} />
      </FieldsForm>
    </Dialog>
  )
}
