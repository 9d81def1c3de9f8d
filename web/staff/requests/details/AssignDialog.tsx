import { useState } from 'react'

import { AssigneePicker, type Colleague } from '#web/staff/requests/AssigneePicker.tsx'
import { Button } from '#web/ui/Button.tsx'
import { Dialog, DialogActions } from '#web/ui/Dialog.tsx'

export function AssignDialog({ onAssign, onClose }: { onAssign: (colleague: Colleague) => void; onClose: () => void }) {
  const [colleague, setColleague] = useState<Colleague>()
  const [isTried, setTried] = useState(false)
  const assign = () => {
    setTried(true)
    if (colleague) onAssign(colleague)
  }
  return (
    <Dialog title="Assign this form request" size="sm" isOpen onClose={onClose}>
      <AssigneePicker value={colleague} onChange={setColleague} error={isTried && !colleague ? 'User is required.' : undefined} />
      <DialogActions>
        <Button kind="primary" onClick={assign}>
          Assign
        </Button>
        <Button onClick={onClose}>Cancel</Button>
      </DialogActions>
    </Dialog>
  )
}
