import { PlainFrame } from '#web/staff/layout/PlainFrame.tsx'
import { Button } from '#web/ui/Button.tsx'

/** The page came from a cache, or the server went away since. */
export function NotReached() {
  return (
    <PlainFrame title="Formward cannot be reached">
      <p>Check that you are connected, then try again.</p>
      <p>
        <Button kind="primary" onClick={() => location.reload()}>
          Try again
        </Button>
      </p>
    </PlainFrame>
  )
}
