import { useMutation } from '@tanstack/react-query'

import type { TotpSetup } from '#contract/own-account.ts'
import { api } from '#web/api/client.ts'
import { FieldsForm } from '#web/staff/FieldsForm.tsx'
import { TextField } from '#web/staff/form-fields.tsx'
import { useFields } from '#web/staff/use-fields.ts'
import { Dialog } from '#web/ui/Dialog.tsx'

import type { Changes } from './SecurityPage.tsx'

type SetUpAppDialogProps = { setup: TotpSetup | undefined; changes: Changes; onClose: () => void }

export const SetUpAppDialog = ({ setup, changes, onClose }: SetUpAppDialogProps) => (
  <Dialog title="Set up an authenticator app" isOpen={setup !== undefined} onClose={onClose}>
    {setup && <SetUp setup={setup} changes={changes} onDone={onClose} />}
  </Dialog>
)

/** The picture or the key goes into the app, the app's code comes back: only then does it count. */
function SetUp({ setup: { picture, secret }, changes, onDone }: { setup: TotpSetup; changes: Changes; onDone: () => void }) {
  const add = useMutation({
    mutationFn: ({ code }: { code: string }) => api.secondFactors.addTotp({ body: { code } }),
    onSuccess: async ({ recoveryCodes }) => {
      onDone()
      await changes.added('The authenticator app was added.', recoveryCodes)
    },
  })
  const fields = useFields({ id: 'app', initial: { code: '' }, check: () => ({}), saving: add })
  return (
    <FieldsForm isInDialog fields={fields} submitLabel="Confirm" onSave={(values) => add.mutate(values)}>
      <p>Scan the QR code with the app on your phone, or type the key into it. Then enter the code that it shows.</p>
      <svg className="qr-code" viewBox={`0 0 ${picture.size} ${picture.size}`} role="img" aria-label="QR code of the key below">
        <path d={picture.path} />
      </svg>
      <p>
        Key: <code>{secret}</code>
      </p>
      <TextField
        label="Code"
        hint="Six digits"
        width={10}
        inputMode="numeric"
        autoComplete="one-time-code"
        maxLength={10}
        {...fields.bind('code')}
      />
    </FieldsForm>
  )
}
