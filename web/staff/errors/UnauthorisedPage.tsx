import { PlainFrame } from '#web/staff/layout/PlainFrame.tsx'
import { ButtonLink } from '#web/ui/Button.tsx'
import { Row } from '#web/ui/Layout.tsx'

export function UnauthorisedPage() {
  return (
    <PlainFrame title="You are not allowed to see this page">
      <p>Your role does not include it. If you need it for your work, ask an admin of your organisation.</p>
      <Row>
        <ButtonLink kind="primary" href="/">
          Go to the start
        </ButtonLink>
        <ButtonLink href="/logout">Sign out</ButtonLink>
      </Row>
    </PlainFrame>
  )
}
