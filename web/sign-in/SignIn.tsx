import type { SignInPage } from '#contract/pages.ts'

import { DemoAccounts } from './DemoAccounts.tsx'
import { EmailField } from './EmailField.tsx'
import { Frame } from './Frame.tsx'
import { Refusal } from './Refusal.tsx'

type SignInProps = Extract<SignInPage, { kind: 'sign-in' }>

export function SignIn({ action, emailAddress, refusal, demoAccounts }: SignInProps) {
  const describedBy = refusal === undefined ? {} : { 'aria-describedby': 'refusal' }
  return (
    <Frame title="Sign in" isRefused={refusal !== undefined}>
      <Refusal words={refusal} fieldId="email-address" />
      <h1 className="nhsuk-heading-l">Sign in</h1>
      <form method="post" action={action}>
        <EmailField emailAddress={emailAddress} isRefused={refusal !== undefined} />
        <div className="nhsuk-form-group">
          <label className="nhsuk-label" htmlFor="password">
            Password
          </label>
          <input className="nhsuk-input" id="password" name="password" type="password" autoComplete="current-password" {...describedBy} />
        </div>
        <button className="nhsuk-button" type="submit">
          Sign in
        </button>
        <p>
          <a href="/identity/forgot-password">Forgot your password?</a>
        </p>
      </form>
      {demoAccounts.length > 0 && <DemoAccounts action={action} accounts={demoAccounts} />}
    </Frame>
  )
}
