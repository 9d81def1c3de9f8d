import { useMutation } from '@tanstack/react-query'

import { validate } from '#domain/validation/rules.ts'
import { firstError } from '#domain/validation/rule.ts'
import { api } from '#web/api/client.ts'
import { FieldsForm } from '#web/staff/FieldsForm.tsx'
import { TextField } from '#web/staff/form-fields.tsx'
import { passkeyWords } from '#web/staff/profile/words.ts'
import { useFields } from '#web/staff/use-fields.ts'
import { Dialog } from '#web/ui/Dialog.tsx'

import { createPasskey } from './create-passkey.ts'
import type { Changes } from './SecurityPage.tsx'

type Passkey = { id: string; name: string }
type PasskeyNameDialogProps = { passkey: Passkey | undefined; isOpen: boolean; changes: Changes; onClose: () => void }

/** Renames an existing passkey, or asks for the name of a new one before the browser creates it. */
export const PasskeyNameDialog = ({ isOpen, ...rest }: PasskeyNameDialogProps) => (
  <Dialog
    title={rest.passkey ? passkeyWords.renameOne(rest.passkey.name) : passkeyWords.add}
    size="sm"
    isOpen={isOpen}
    onClose={rest.onClose}
  >
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
      await changes.added(passkey ? passkeyWords.renamed : passkeyWords.added, recoveryCodes)
    },
  })
  const fields = useFields({
    id: 'passkey',
    initial: { name: passkey?.name ?? '' },
    check: ({ name }) => ({ name: firstError(name, [validate.required], passkeyWords.name) }),
    saving: save,
  })
  return (
    <FieldsForm
      isInDialog
      fields={fields}
      submitLabel={passkey ? passkeyWords.save : passkeyWords.continue}
      onSave={(values) => save.mutate(values)}
    >
      <TextField label={passkeyWords.name} hint={passkeyWords.nameHint} maxLength={60} required {...fields.bind('name')} />
    </FieldsForm>
  )
}
