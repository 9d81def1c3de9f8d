import { Button } from '#web/ui/Button.tsx'
import { Dialog, DialogActions } from '#web/ui/Dialog.tsx'
import { VisuallyHidden } from '#web/ui/VisuallyHidden.tsx'

import { spokenSeconds } from './idle-clock.ts'
import type { Warning } from './watch-idleness.ts'

type IdleWarningProps = { warning: Warning; onStay: () => void; onSignOut: () => void }

/** A minute before the end: the time that is left to see, and a few times to hear (IDLE-4). */
export function IdleWarning({ warning: { left, isAnswered }, onStay, onSignOut }: IdleWarningProps) {
  const seconds = Math.ceil(left / 1_000)
  return (
    <Dialog role="alertdialog" size="sm" title="Are you still there?" isOpen onClose={onStay}>
      {isAnswered ? (
        <p>You are here, so you stay signed in.</p>
      ) : (
        <p aria-hidden="true">
          Nothing has happened here for a while. To keep patients’ details safe, you will be signed out in{' '}
          <b>{seconds === 1 ? '1 second' : `${seconds} seconds`}</b>. What you have typed is kept for you.
        </p>
      )}
      <VisuallyHidden>
        <span role="status">{isAnswered ? '' : `You will be signed out in less than ${spokenSeconds(left)} seconds.`}</span>
      </VisuallyHidden>
      <DialogActions>
        <Button kind="primary" onClick={onStay}>
          Stay signed in
        </Button>
        <Button onClick={onSignOut}>Sign out now</Button>
      </DialogActions>
    </Dialog>
  )
}
