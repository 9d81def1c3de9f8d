import { PlainFrame } from '#web/staff/layout/PlainFrame.tsx'
import { ButtonLink } from '#web/ui/Button.tsx'

/** For every address that is none of ours. */
export function MainErrorPage() {
  return (
    <PlainFrame title="Page not found">
      <p>There is nothing at this address. Check the address for typing mistakes. The page may also have been removed.</p>
      <p>
        <ButtonLink kind="primary" href="/">
          Go to the start
        </ButtonLink>
      </p>
    </PlainFrame>
  )
}
