import { PlainFrame } from '#web/staff/layout/PlainFrame.tsx'
import { ButtonLink } from '#web/ui/Button.tsx'

import { noMemberWords } from './words.ts'

/** The identity provider knows the user, but the user belongs to no organisation (SIGN-7). */
export function NoMemberPage() {
  return (
    <PlainFrame title={noMemberWords.title}>
      <p>{noMemberWords.text}</p>
      <p>
        <ButtonLink kind="primary" href="/logout">
          {noMemberWords.signOut}
        </ButtonLink>
      </p>
    </PlainFrame>
  )
}
