import { PlainFrame } from '#web/staff/layout/PlainFrame.tsx'
import { ButtonLink } from '#web/ui/Button.tsx'

/** SIGN-7: known to the provider, but to no organisation here. */
export function NoMemberPage() {
  return (
    <PlainFrame title="You are not a member yet">
      <p>
        You are signed in, but no organisation here knows this account. Ask an admin of your organisation to add you, then sign in again.
      </p>
      <p>
        <ButtonLink kind="primary" href="/logout">
          Sign out
        </ButtonLink>
      </p>
    </PlainFrame>
  )
}
