import { Button } from '#web/ui/Button.tsx'
import { Dialog, DialogActions } from '#web/ui/Dialog.tsx'
import { VisuallyHidden } from '#web/ui/VisuallyHidden.tsx'

import { announcedSeconds } from './idle-clock.ts'
import type { Warning } from './watch-idleness.ts'
import { idleWarningWords } from './words.ts'

type IdleWarningProps = { warning: Warning; onStay: () => void; onSignOut: () => void }

/** The warning a minute before the timeout. The remaining time is shown every second and announced a few times (IDLE-4). */
export function IdleWarning({ warning: { left, isAnswered }, onStay, onSignOut }: IdleWarningProps) {
  const seconds = Math.ceil(left / 1_000)
  return (
    <Dialog role="alertdialog" size="sm" title={idleWarningWords.title} isOpen onClose={onStay}>
      {isAnswered ? (
        <p>{idleWarningWords.active}</p>
      ) : (
        <p aria-hidden="true">
          {idleWarningWords.inactive} <b>{idleWarningWords.seconds(seconds)}</b> {idleWarningWords.kept}
        </p>
      )}
      <VisuallyHidden>
        <span role="status">{isAnswered ? '' : idleWarningWords.announcement(announcedSeconds(left))}</span>
      </VisuallyHidden>
      <DialogActions>
        <Button kind="primary" onClick={onStay}>
          {idleWarningWords.stay}
        </Button>
        <Button onClick={onSignOut}>{idleWarningWords.signOut}</Button>
      </DialogActions>
    </Dialog>
  )
}
