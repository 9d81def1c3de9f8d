import { CopyField } from '#web/staff/CopyField.tsx'
import { Alert } from '#web/ui/Alert.tsx'
import { Button } from '#web/ui/Button.tsx'
import { Dialog, DialogActions } from '#web/ui/Dialog.tsx'
import { Stack } from '#web/ui/Layout.tsx'

import { webhookSecretWords as words } from './words.ts'

/** A new secret, which is shown once. Only its buttons close it. */
export const WebhookSecret = ({ description, secret, onClose }: { description: string; secret: string; onClose: () => void }) => (
  <Dialog title={words.title(description)} isOpen role="alertdialog" isShownOnce onClose={onClose}>
    <Stack>
      <Alert kind="warning" title={words.warning}>
        {words.text}
      </Alert>
      <CopyField label={words.secret} name={words.secretName} value={secret} />
      <DialogActions>
        <Button kind="primary" onClick={onClose}>
          {words.done}
        </Button>
      </DialogActions>
    </Stack>
  </Dialog>
)
