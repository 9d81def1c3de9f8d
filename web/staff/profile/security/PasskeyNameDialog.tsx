import { useMutation } from '@tanstack/react-query'

import { validate } from '#domain/validation/rules.ts'
import { firstError } from '#domain/validation/rule.ts'
import { api } from '#web/api/client.ts'
import { FieldsForm } from '#web/staff/FieldsForm.tsx'
import { TextField } from '#web/staff/form-fields.tsx'
import { useFields } from '#web/staff/use-fields.ts'
import { Dialog } from '#web/ui/Dialog.tsx'

import { createPasskey } from './create-passkey.ts'
import type { Changes } from './SecurityPage.tsx'

type Passkey = { id: string; name: string }
type PasskeyNameDialogProps = { passkey: Passkey | undefined; isOpen: boolean; changes: Changes; onClose: () => void }

/** Names a passkey: one that is there, or one that the browser makes next. */
export const PasskeyNameDialog = ({ isOpen, ...rest }: PasskeyNameDialogProps) => (
  <Dialog title={rest.passkey ? `Rename ${rest.passkey.name}` : 'Add a passkey'} size="sm" isOpen={isOpen} onClose={rest.onClose}>
    <NameForm {...rest} />
  </Dialog>
)

function NameForm({ passkey, changes, onClose }: Omit<PasskeyNameDialogProps, 'isOpen'>) {
  const save = useMutation({
    mutationFn: async ({ name }: Pick<Passkey, 'name'>) => {
      if (!passkey) return createPasskey(name)
      await api.secondFactors.renamePasskey({ params: { id: passkey.id }, body: { name } })
      return { recoveryCodes: [] }
    },
    onSuccess: async ({ recoveryCodes }) => {
      onClose()
      await changes.added(passkey ? 'The passkey was renamed.' : 'The passkey was added.', recoveryCodes)
    },
  })
  const fields = useFields({
    id: 'passkey',
    initial: { name: passkey?.name ?? '' },
    check: ({ name }) => ({ name: firstError(name, [validate.required], 'Name') }),
    saving: save,
  })
  return (
    <FieldsForm isInDialog fields={fields} submitLabel={passkey ? 'Save' : 'Continue'} onSave={(values) => save.mutate(values)}>
      <TextField label="Name" hint="By which you know it, such as Work phone" maxLength={60} required {...fields.bind('name')} />
    </FieldsForm>
  )
}
