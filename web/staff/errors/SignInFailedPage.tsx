import { PlainFrame } from '#web/staff/layout/PlainFrame.tsx'
import { Button } from '#web/ui/Button.tsx'

import { signInFailedWords } from './words.ts'

/** The provider returned an error, or an answer that is too old to use (SIGN-2). */
export function SignInFailedPage({ code, onRetry }: { code: string; onRetry: () => void }) {
  return (
    <PlainFrame title={signInFailedWords.title}>
      <p>{signInFailedWords.reasons[code] ?? signInFailedWords.otherReason}</p>
      <p>
        <Button kind="primary" onClick={onRetry}>
          {signInFailedWords.tryAgain}
        </Button>
      </p>
    </PlainFrame>
  )
}
