import { useState } from 'react'

import { Alert, alertKinds } from '#web/ui/Alert.tsx'
import { Button } from '#web/ui/Button.tsx'
import { ConfirmDialog } from '#web/ui/ConfirmDialog.tsx'
import { Dialog, DialogActions } from '#web/ui/Dialog.tsx'
import { Disclosure } from '#web/ui/Disclosure.tsx'
import { Row } from '#web/ui/Layout.tsx'
import { Menu } from '#web/ui/Menu.tsx'
import { notify } from '#web/ui/notify.ts'
import { TextArea } from '#web/ui/TextArea.tsx'
import { Tooltip } from '#web/ui/Tooltip.tsx'

import { Sample } from './Sample.tsx'

const actions = [
  { id: 'pdf', label: 'Download PDF', icon: 'download', onAction: () => notify({ label: 'Download started' }) },
  { id: 'copy', label: 'Copy link', icon: 'copy', isDisabled: true, onAction: () => undefined },
  { id: 'delete', label: 'Delete', icon: 'close', isDanger: true, onAction: () => undefined },
] as const

export function OverlaysSample() {
  const [open, setOpen] = useState<'dialog' | 'confirm'>()
  const close = () => setOpen(undefined)
  return (
    <Sample title="Dialogs, menus, tooltips and messages">
      <Row>
        <Button onClick={() => setOpen('dialog')}>Open a dialog</Button>
        <Button onClick={() => setOpen('confirm')}>Ask for confirmation</Button>
        <Menu label="Actions" actions={actions} />
        <Menu actions={actions} name="More about this request" />
        <Disclosure label="A sheet">{() => <p className="muted">Its content</p>}</Disclosure>
        <Tooltip text="What the button does, in a sentence.">
          <button type="button" className="button button--secondary">
            Tooltip
          </button>
        </Tooltip>
        <Tooltip text="The dark theme." theme="dark">
          <button type="button" className="button button--secondary">
            Dark tooltip
          </button>
        </Tooltip>
        <Tooltip text="">
          <button type="button" className="button button--secondary">
            No tooltip
          </button>
        </Tooltip>
      </Row>
      <Row>
        {alertKinds.map((kind) => (
          <Button key={kind} onClick={() => notify({ label: `A message: ${kind}`, kind, timeout: kind === 'dark' ? 0 : 5000 })}>
            Message: {kind}
          </Button>
        ))}
        <Button onClick={() => notify({ label: new Error('The template could not be saved.') })}>An error’s message</Button>
      </Row>
      <Dialog title="Export 2,034 requests" isOpen={open === 'dialog'} onClose={close}>
        <Alert kind="warning">The file holds personal data. The export is recorded.</Alert>
        <TextArea label="Why do you need personal data?" />
        <DialogActions>
          <Button kind="primary">Export</Button>
          <Button onClick={close}>Cancel</Button>
        </DialogActions>
      </Dialog>
      <ConfirmDialog
        title="Close 3 form requests?"
        isOpen={open === 'confirm'}
        confirmLabel="Close requests"
        onConfirm={close}
        onClose={close}
      >
        <p>Patients will no longer be able to complete these forms.</p>
      </ConfirmDialog>
    </Sample>
  )
}
