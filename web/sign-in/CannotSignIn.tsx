import type { SignInPage } from '#contract/pages.ts'

import { Frame } from './Frame.tsx'
import { frameWords } from './words.ts'

type CannotSignInProps = Extract<SignInPage, { kind: 'cannot-sign-in' }>

export function CannotSignIn({ title, words, home }: CannotSignInProps) {
  return (
    <Frame title={title}>
      <h1 className="nhsuk-heading-l">{title}</h1>
      <p>{words}</p>
      <a className="nhsuk-button" href={home} role="button" draggable="false">
        {frameWords.goToStart}
      </a>
    </Frame>
  )
}
