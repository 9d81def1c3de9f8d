import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'

import type { SecondFactors, TotpSetup } from '#contract/own-account.ts'
import { formatDateTime } from '#domain/moments.ts'
import { api } from '#web/api/client.ts'
import { wordsOf } from '#web/api/refusal.ts'
import { FieldsForm } from '#web/staff/FieldsForm.tsx'
import { TextField } from '#web/staff/form-fields.tsx'
import { appWords } from '#web/staff/profile/words.ts'
import { useFields } from '#web/staff/use-fields.ts'
import { Alert } from '#web/ui/Alert.tsx'
import { Button } from '#web/ui/Button.tsx'
import { Dialog } from '#web/ui/Dialog.tsx'
import { LabelledSection } from '#web/ui/LabelledSection.tsx'
import { Row, Stack } from '#web/ui/Layout.tsx'

import { RemoveFactorDialog } from './RemoveFactorDialog.tsx'
import type { Changes } from './SecurityPage.tsx'

export function AuthenticatorSection({ factors, changes }: { factors: SecondFactors; changes: Changes }) {
  const [setup, setSetup] = useState<TotpSetup>()
  const [isRemoving, setRemoving] = useState(false)
  const begin = useMutation({ mutationFn: () => api.secondFactors.beginTotp(), onSuccess: setSetup })
  const addedAt = factors.authenticatorAddedAt
  return (
    <LabelledSection label={appWords.label} description={appWords.description}>
      <Stack gap="md">
        {addedAt && <p>{appWords.addedOn(formatDateTime(addedAt))}</p>}
        {begin.isError && <Alert kind="danger">{wordsOf(begin.error)}</Alert>}
        <Row>
          <Button kind={addedAt ? 'secondary' : 'primary'} isPending={begin.isPending} onClick={() => begin.mutate()}>
            {addedAt ? appWords.setUpAnother : appWords.setUp}
          </Button>
          {addedAt && (
            <Button kind="urgent-secondary" onClick={() => setRemoving(true)}>
              {appWords.remove}
            </Button>
          )}
        </Row>
      </Stack>
      <SetUpAppDialog setup={setup} changes={changes} onClose={() => setSetup(undefined)} />
      <RemoveFactorDialog
        title={appWords.removeTitle}
        confirmLabel={appWords.remove}
        text={appWords.removeText}
        isOpen={isRemoving}
        remove={() => api.secondFactors.removeTotp()}
        onRemoved={changes.refresh}
        onClose={() => setRemoving(false)}
      />
    </LabelledSection>
  )
}

type SetUpAppDialogProps = { setup: TotpSetup | undefined; changes: Changes; onClose: () => void }

const SetUpAppDialog = ({ setup, changes, onClose }: SetUpAppDialogProps) => (
  <Dialog title={appWords.setUp} isOpen={setup !== undefined} onClose={onClose}>
    {setup && <SetUp setup={setup} changes={changes} onDone={onClose} />}
  </Dialog>
)

/** The app becomes a second factor only when the user has entered one of its codes. */
function SetUp({ setup: { picture, secret }, changes, onDone }: { setup: TotpSetup; changes: Changes; onDone: () => void }) {
  const add = useMutation({
    mutationFn: ({ code }: { code: string }) => api.secondFactors.addTotp({ body: { code } }),
    onSuccess: async ({ recoveryCodes }) => {
      onDone()
      await changes.added(appWords.added, recoveryCodes)
    },
  })
  const fields = useFields({ id: 'app', initial: { code: '' }, check: () => ({}), saving: add })
  return (
    <FieldsForm isInDialog fields={fields} submitLabel={appWords.confirm} onSave={(values) => add.mutate(values)}>
      <p>{appWords.scan}</p>
      <svg className="qr-code" viewBox={`0 0 ${picture.size} ${picture.size}`} role="img" aria-label={appWords.picture}>
        <path d={picture.path} />
      </svg>
      <p>
        {appWords.key} <code>{secret}</code>
      </p>
      <TextField
        label={appWords.code}
        hint={appWords.codeHint}
        width={10}
        inputMode="numeric"
        autoComplete="one-time-code"
        maxLength={10}
        {...fields.bind('code')}
      />
    </FieldsForm>
  )
}
