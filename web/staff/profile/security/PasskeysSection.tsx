import type { PublicKeyCredentialCreationOptionsJSON } from '@simplewebauthn/browser'
import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'

import type { SecondFactors } from '#contract/own-account.ts'
import { formatDateTime } from '#domain/moments.ts'
import { firstError } from '#domain/validation/rule.ts'
import { validate } from '#domain/validation/rules.ts'
import { ApiProblem } from '#web/api/api-problem.ts'
import { api } from '#web/api/client.ts'
import { FieldsForm } from '#web/staff/FieldsForm.tsx'
import { TextField } from '#web/staff/form-fields.tsx'
import { passkeyWords } from '#web/staff/profile/words.ts'
import { useFields } from '#web/staff/use-fields.ts'
import { Button } from '#web/ui/Button.tsx'
import { Dialog } from '#web/ui/Dialog.tsx'
import { LabelledSection } from '#web/ui/LabelledSection.tsx'
import { Row, Stack } from '#web/ui/Layout.tsx'

import { RemoveFactorDialog } from './RemoveFactorDialog.tsx'
import type { Changes } from './SecurityPage.tsx'

type Passkey = SecondFactors['passkeys'][number]
type OpenDialog = { kind: 'add' } | { kind: 'rename' | 'remove'; passkey: Passkey }

/** A passkey is two factors in one: the device, and the fingerprint, face or PIN of its owner. */
export function PasskeysSection({ factors, changes }: { factors: SecondFactors; changes: Changes }) {
  const [dialog, setDialog] = useState<OpenDialog>()
  const close = () => setDialog(undefined)
  const removed = dialog?.kind === 'remove' ? dialog.passkey : undefined
  return (
    <LabelledSection label={passkeyWords.label} description={passkeyWords.description}>
      <Stack gap="md">
        {factors.passkeys.length > 0 && (
          <ul className="passkeys">
            {factors.passkeys.map((passkey) => (
              <li key={passkey.id} className="passkeys__one">
                <div>
                  <b>{passkey.name}</b>
                  <p className="muted">
                    {passkeyWords.used(
                      formatDateTime(passkey.addedAt),
                      passkey.lastUsedAt ? formatDateTime(passkey.lastUsedAt) : undefined,
                    )}
                  </p>
                </div>
                <Row>
                  <Button
                    size="sm"
                    aria-label={passkeyWords.renameOne(passkey.name)}
                    onClick={() => setDialog({ kind: 'rename', passkey })}
                  >
                    {passkeyWords.rename}
                  </Button>
                  <Button
                    size="sm"
                    kind="urgent-secondary"
                    aria-label={passkeyWords.removeOne(passkey.name)}
                    onClick={() => setDialog({ kind: 'remove', passkey })}
                  >
                    {passkeyWords.remove}
                  </Button>
                </Row>
              </li>
            ))}
          </ul>
        )}
        <Row>
          <Button kind={factors.passkeys.length > 0 ? 'secondary' : 'primary'} onClick={() => setDialog({ kind: 'add' })}>
            {passkeyWords.add}
          </Button>
        </Row>
      </Stack>
      <PasskeyNameDialog
        key={dialog?.kind === 'rename' ? dialog.passkey.id : 'new'}
        passkey={dialog?.kind === 'rename' ? dialog.passkey : undefined}
        isOpen={dialog?.kind === 'add' || dialog?.kind === 'rename'}
        changes={changes}
        onClose={close}
      />
      <RemoveFactorDialog
        title={passkeyWords.removeTitle(removed?.name ?? '')}
        confirmLabel={passkeyWords.removeConfirm}
        text={passkeyWords.removeText}
        isOpen={removed !== undefined}
        remove={() => api.secondFactors.removePasskey({ params: { id: removed!.id } })}
        onRemoved={changes.refresh}
        onClose={close}
      />
    </LabelledSection>
  )
}

type PasskeyNameDialogProps = { passkey: Pick<Passkey, 'id' | 'name'> | undefined; isOpen: boolean; changes: Changes; onClose: () => void }

/** Renames an existing passkey, or asks for the name of a new one before the browser creates it. */
const PasskeyNameDialog = ({ isOpen, ...rest }: PasskeyNameDialogProps) => (
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

/** Asks the browser for a passkey and saves it under this name. The library is loaded only now, because few users create passkeys. */
async function createPasskey(name: string) {
  const options = await api.secondFactors.beginPasskey()
  const { startRegistration } = await import('@simplewebauthn/browser')
  const optionsJSON = options as unknown as PublicKeyCredentialCreationOptionsJSON // the server made it for exactly this
  const credential = await startRegistration({ optionsJSON }).catch(() => {
    throw notCreated()
  })
  return api.secondFactors.addPasskey({ body: { name, credential: { ...credential } } })
}

/** The browser does not say whether the user cancelled, the time ran out or the device already has a passkey of this account. */
const notCreated = () =>
  new ApiProblem(409, 'secondFactor:add', {
    type: 'about:blank',
    status: 409,
    code: 'conflict',
    title: 'conflict',
    detail: passkeyWords.notCreated,
  })
