import { PlainFrame } from '#web/staff/layout/PlainFrame.tsx'
import { ButtonLink } from '#web/ui/Button.tsx'

import { notFoundWords } from './words.ts'

/** For every address that no route has. */
export function MainErrorPage() {
  return (
    <PlainFrame title={notFoundWords.title}>
      <p>{notFoundWords.text}</p>
      <p>
        <ButtonLink kind="primary" href="/">
          {notFoundWords.goToStart}
        </ButtonLink>
      </p>
    </PlainFrame>
  )
}
