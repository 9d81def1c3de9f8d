import { PlainFrame } from '#web/staff/layout/PlainFrame.tsx'
import { ButtonLink } from '#web/ui/Button.tsx'
import { Row } from '#web/ui/Layout.tsx'

import { unauthorisedWords } from './words.ts'

export function UnauthorisedPage() {
  return (
    <PlainFrame title={unauthorisedWords.title}>
      <p>{unauthorisedWords.text}</p>
      <Row>
        <ButtonLink kind="primary" href="/">
          {unauthorisedWords.goToStart}
        </ButtonLink>
        <ButtonLink href="/logout">{unauthorisedWords.signOut}</ButtonLink>
      </Row>
    </PlainFrame>
  )
}
