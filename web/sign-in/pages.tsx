import { renderToStaticMarkup } from 'react-dom/server'

import type { SignInPage } from '#contract/pages.ts'

import { CannotSignIn } from './CannotSignIn.tsx'
import { ForgotPassword } from './ForgotPassword.tsx'
import { Notice } from './Notice.tsx'
import { RecoveryCodes } from './RecoveryCodes.tsx'
import { SecondFactor } from './SecondFactor.tsx'
import { SetPassword } from './SetPassword.tsx'
import { SetUp } from './SetUp.tsx'
import { SignIn } from './SignIn.tsx'

/** The pages of the embedded OpenID provider, as complete HTML. All steps except passkeys work without JavaScript. */
export const render = (page: SignInPage) => `<!doctype html>${renderToStaticMarkup(draw(page))}`

function draw(page: SignInPage) {
  switch (page.kind) {
    case 'sign-in':
      return <SignIn {...page} />
    case 'second-factor':
      return <SecondFactor {...page} />
    case 'set-up':
      return <SetUp {...page} />
    case 'recovery-codes':
      return <RecoveryCodes {...page} />
    case 'cannot-sign-in':
      return <CannotSignIn {...page} />
    case 'forgot-password':
      return <ForgotPassword {...page} />
    case 'set-password':
      return <SetPassword {...page} />
    case 'notice':
      return <Notice {...page} />
  }
}
