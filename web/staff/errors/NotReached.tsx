import { PlainFrame } from '#web/staff/layout/PlainFrame.tsx'
import { Button } from '#web/ui/Button.tsx'

import { notReachedWords } from './words.ts'

/** The page came from a cache, or the server has stopped since. */
export function NotReached() {
  return (
    <PlainFrame title={notReachedWords.title}>
      <p>{notReachedWords.text}</p>
      <p>
        <Button kind="primary" onClick={() => location.reload()}>
          {notReachedWords.tryAgain}
        </Button>
      </p>
    </PlainFrame>
  )
}
