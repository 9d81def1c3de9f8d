import type { IntegrationClient } from '#contract/integration-clients.ts'
import { CopyField } from '#web/staff/CopyField.tsx'
import { Alert } from '#web/ui/Alert.tsx'
import { Button } from '#web/ui/Button.tsx'
import { Dialog, DialogActions } from '#web/ui/Dialog.tsx'
import { Stack } from '#web/ui/Layout.tsx'

import { connectionWords as words } from './words.ts'

type ConnectionDetailsProps = {
  client: IntegrationClient
  /** null: the secret was shown before, or the client has a key */
  secret: string | null
  tokenAddress: string
  onClose: () => void
}

/** What a system needs to sign in. A new secret is shown once, and only the buttons close the dialog. */
export const ConnectionDetails = ({ client, secret, tokenAddress, onClose }: ConnectionDetailsProps) => (
  <Dialog
    title={words.title(client.name)}
    isOpen
    role={secret === null ? 'dialog' : 'alertdialog'}
    isShownOnce={secret !== null}
    onClose={onClose}
  >
    <Stack>
      {secret !== null && (
        <Alert kind="warning" title={words.warning}>
          {words.text}
        </Alert>
      )}
      <CopyField label={words.clientId} name={words.clientIdName} value={client.id} />
      {secret !== null && <CopyField label={words.secret} name={words.secretName} value={secret} />}
      <CopyField label={words.tokenAddress} name={words.tokenAddressName} value={tokenAddress} />
      <p>
        {words.calls}{' '}
        <a href="/api/docs" target="_blank" rel="noreferrer">
          {words.reference}
        </a>
      </p>
      <DialogActions>
        <Button kind="primary" onClick={onClose}>
          {secret === null ? words.close : words.done}
        </Button>
      </DialogActions>
    </Stack>
  </Dialog>
)
