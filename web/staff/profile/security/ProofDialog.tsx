import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'

import { api } from '#web/api/client.ts'
import { FieldsForm } from '#web/staff/FieldsForm.tsx'
import { useFields } from '#web/staff/use-fields.ts'
import { Button } from '#web/ui/Button.tsx'
import { Dialog } from '#web/ui/Dialog.tsx'
import { TextField } from '#web/ui/TextField.tsx'

type ProofDialogProps = { isOpen: boolean; hasApp: boolean; onProven: () => void; onClose: () => void }

/** Who is at the keyboard: asked again before anything about signing in is changed. */
export const ProofDialog = ({ isOpen, onClose, ...rest }: ProofDialogProps) => (
  <Dialog title="Confirm that it is you" size="sm" isOpen={isOpen} onClose={onClose}>
    <ProofForm {...rest} />
  </Dialog>
)

function ProofForm({ hasApp, onProven }: Pick<ProofDialogProps, 'hasApp' | 'onProven'>) {
  const [withCode, setWithCode] = useState(false)
  const prove = useMutation({
    mutationFn: ({ password, code }: { password: string; code: string }) =>
      api.secondFactors.prove({ body: withCode ? { code } : { password } }),
    onSuccess: onProven,
  })
  const fields = useFields({ id: 'proof', initial: { password: '', code: '' }, check: () => ({}), saving: prove })
  return (
    <FieldsForm
      isInDialog
      fields={fields}
      submitLabel="Confirm"
      onSave={(values) => prove.mutate(values)}
      actions={hasApp && <Button onClick={() => setWithCode(!withCode)}>{withCode ? 'Use the password' : 'Use a code'}</Button>}
    >
      {withCode ? (
        <TextField
          label="Code of your authenticator app"
          width={10}
          inputMode="numeric"
          autoComplete="one-time-code"
          {...fields.text('code')}
        />
      ) : (
        <TextField label="Password" type="password" autoComplete="current-password" {...fields.text('password')} />
      )}
    </FieldsForm>
  )
}
