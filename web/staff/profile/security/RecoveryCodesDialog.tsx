import { saveFile } from '#web/staff/save-file.ts'
import { Alert } from '#web/ui/Alert.tsx'
import { Button } from '#web/ui/Button.tsx'
import { Dialog, DialogActions } from '#web/ui/Dialog.tsx'
import { Row, Stack } from '#web/ui/Layout.tsx'
import { notify } from '#web/ui/notify.ts'

type RecoveryCodesDialogProps = { codes: readonly string[]; onClose: () => void }

/** The only time they are seen. */
export function RecoveryCodesDialog({ codes, onClose }: RecoveryCodesDialogProps) {
  const text = codes.join('\n')
  const copy = async () => {
    await navigator.clipboard.writeText(text)
    notify({ label: 'The recovery codes were copied.', kind: 'success' })
  }
  const download = () => saveFile({ fileName: 'formward-recovery-codes.txt', blob: new Blob([`${text}\n`], { type: 'text/plain' }) })
  return (
    <Dialog title="Keep your recovery codes" isOpen={codes.length > 0} onClose={onClose}>
      <Stack gap="md">
        <p>If you lose your phone or passkey, one of these codes signs you in. Each works once.</p>
        <Alert kind="warning">You see them only now. Keep them where nobody else looks.</Alert>
        <ol className="recovery-codes">
          {codes.map((code) => (
            <li key={code}>
              <code>{code}</code>
            </li>
          ))}
        </ol>
        <Row>
          <Button onClick={() => void copy()}>Copy</Button>
          <Button onClick={download}>Download</Button>
          <Button onClick={() => print()}>Print</Button>
        </Row>
        <DialogActions>
          <Button kind="primary" onClick={onClose}>
            I have kept them
          </Button>
        </DialogActions>
      </Stack>
    </Dialog>
  )
}
