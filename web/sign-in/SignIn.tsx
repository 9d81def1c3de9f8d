import type { SignInPage } from '#contract/pages.ts'

import { DemoAccounts } from './DemoAccounts.tsx'
import { EmailField } from './EmailField.tsx'
import { Frame } from './Frame.tsx'
import { PasskeyForm } from './PasskeyForm.tsx'
import { Refusal } from './Refusal.tsx'

type SignInProps = Extract<SignInPage, { kind: 'sign-in' }>

export function SignIn({ action, emailAddress, refusal, demoAccounts, passwords, upstream, passkey, script }: SignInProps) {
  const describedBy = refusal === undefined ? {} : { 'aria-describedby': 'refusal' }
  const form = (
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
      {passwords === 'shown' && (
        <p>
          <a href="/identity/forgot-password">Forgot your password?</a>
        </p>
      )}
    </form>
  )
  return (
    <Frame title="Sign in" isRefused={refusal !== undefined} script={script}>
      <Refusal words={refusal} fieldId="email-address" />
      <h1 className="nhsuk-heading-l">Sign in</h1>
      {upstream && (
        // A link: a form would be held back by the page's own policy once it is sent on to another house (CSP form-action).
        <a className="nhsuk-button" href={upstream.href} role="button" draggable="false">
          Sign in with {upstream.name}
        </a>
      )}
      {passwords === 'shown' && form}
      {passwords === 'folded' && (
        <details className="nhsuk-details" open={refusal !== undefined}>
          <summary className="nhsuk-details__summary">
            <span className="nhsuk-details__summary-text">Emergency access</span>
          </summary>
          <div className="nhsuk-details__text">{form}</div>
        </details>
      )}
      {passkey && <PasskeyForm action={`${action}/passkey`} kind="get" question={passkey} label="Sign in with a passkey" />}
      {demoAccounts.length > 0 && <DemoAccounts action={action} accounts={demoAccounts} />}
    </Frame>
  )
}
