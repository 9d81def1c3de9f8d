import { recoveryCodesWords } from '#web/staff/profile/words.ts'
import { saveFile } from '#web/staff/save-file.ts'
import { Alert } from '#web/ui/Alert.tsx'
import { Button } from '#web/ui/Button.tsx'
import { Dialog, DialogActions } from '#web/ui/Dialog.tsx'
import { Row, Stack } from '#web/ui/Layout.tsx'
import { notify } from '#web/ui/notify.ts'

type RecoveryCodesDialogProps = { codes: readonly string[]; onClose: () => void }

/** The codes are shown only once: the server keeps no readable copy. */
export function RecoveryCodesDialog({ codes, onClose }: RecoveryCodesDialogProps) {
  const text = codes.join('\n')
  const copy = async () => {
    await navigator.clipboard.writeText(text)
    notify({ label: recoveryCodesWords.copied, kind: 'success' })
  }
  const download = () => saveFile({ fileName: 'formward-recovery-codes.txt', blob: new Blob([`${text}\n`], { type: 'text/plain' }) })
  return (
    <Dialog title={recoveryCodesWords.title} isOpen={codes.length > 0} onClose={onClose}>
      <Stack gap="md">
        <p>{recoveryCodesWords.text}</p>
        <Alert kind="warning">{recoveryCodesWords.shownOnce}</Alert>
        <ol className="recovery-codes">
          {codes.map((code) => (
            <li key={code}>
              <code>{code}</code>
            </li>
          ))}
        </ol>
        <Row>
          <Button onClick={() => void copy()}>{recoveryCodesWords.copy}</Button>
          <Button onClick={download}>{recoveryCodesWords.download}</Button>
          <Button onClick={() => print()}>{recoveryCodesWords.print}</Button>
        </Row>
        <DialogActions>
          <Button kind="primary" onClick={onClose}>
            {recoveryCodesWords.saved}
          </Button>
        </DialogActions>
      </Stack>
    </Dialog>
  )
}
