import type { SignInPage } from '#contract/pages.ts'

import { EmailField } from './EmailField.tsx'
import { Frame } from './Frame.tsx'
import { Refusal } from './Refusal.tsx'

type ForgotPasswordProps = Extract<SignInPage, { kind: 'forgot-password' }>

export const ForgotPassword = ({ emailAddress, refusal, home }: ForgotPasswordProps) => (
  <Frame title="Forgot your password?" isRefused={refusal !== undefined}>
    <Refusal words={refusal} fieldId="email-address" />
    <h1 className="nhsuk-heading-l">Forgot your password?</h1>
    <p>Enter the email address you sign in with. We send you a link by which you choose a new password.</p>
    <form method="post">
      <EmailField emailAddress={emailAddress} error={refusal} isRefused={refusal !== undefined} />
      <button className="nhsuk-button" type="submit">
        Send link
      </button>
    </form>
    <p>
      <a href={home}>Back to signing in</a>
    </p>
  </Frame>
)
