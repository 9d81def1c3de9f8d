import { PlainFrame } from '#web/staff/layout/PlainFrame.tsx'
import { Button } from '#web/ui/Button.tsx'

const reasons: Record<string, string> = {
  access_denied: 'You were not let in, or you stopped half-way.',
  login_required: 'The sign-in service asks you to sign in again.',
  temporarily_unavailable: 'The sign-in service is busy at the moment.',
  // What providers answer to a proof by a clock that is off (RFC 9449 section 5).
  invalid_dpop_proof: 'This computer’s clock may be wrong. Check its date and time.',
  server_error: 'The sign-in service has a problem at the moment.',
}

/** The provider came back with an error, or with an answer that is too old to be used (SIGN-2). */
export function SignInFailedPage({ code, onRetry }: { code: string; onRetry: () => void }) {
  return (
    <PlainFrame title="Signing in did not work">
      <p>{reasons[code] ?? 'This sign-in was begun too long ago, or somewhere else.'} Nothing is lost: you can try again.</p>
      <p>
        <Button kind="primary" onClick={onRetry}>
          Try again
        </Button>
      </p>
    </PlainFrame>
  )
}
