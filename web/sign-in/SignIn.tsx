import type { SignInPage } from '#contract/pages.ts'

import { DemoAccounts } from './DemoAccounts.tsx'
import { EmailField } from './EmailField.tsx'
import { Frame } from './Frame.tsx'
import { PasskeyForm } from './PasskeyForm.tsx'
import { Refusal } from './Refusal.tsx'
import { signInWords } from './words.ts'

type SignInProps = Extract<SignInPage, { kind: 'sign-in' }>

export function SignIn({ action, emailAddress, refusal, demoAccounts, passwords, upstream, passkey, script }: SignInProps) {
  const describedBy = refusal === undefined ? {} : { 'aria-describedby': 'refusal' }
  const form = (
    <form method="post" action={action}>
      <EmailField emailAddress={emailAddress} isRefused={refusal !== undefined} />
      <div className="nhsuk-form-group">
        <label className="nhsuk-label" htmlFor="password">
          {signInWords.password}
        </label>
        <input className="nhsuk-input" id="password" name="password" type="password" autoComplete="current-password" {...describedBy} />
      </div>
      <button className="nhsuk-button" type="submit">
        {signInWords.signIn}
      </button>
      {passwords === 'shown' && (
        <p>
          <a href="/identity/forgot-password">{signInWords.forgot}</a>
        </p>
      )}
    </form>
  )
  return (
    <Frame title={signInWords.title} isRefused={refusal !== undefined} script={script}>
      <Refusal words={refusal} fieldId="email-address" />
      <h1 className="nhsuk-heading-l">{signInWords.title}</h1>
      {upstream && (
        // A link, because the page's CSP form-action refuses a form that is redirected to another origin.
        <a className="nhsuk-button" href={upstream.href} role="button" draggable="false">
          {signInWords.signInWith(upstream.name)}
        </a>
      )}
      {passwords === 'shown' && form}
      {passwords === 'folded' && (
        <details className="nhsuk-details" open={refusal !== undefined}>
          <summary className="nhsuk-details__summary">
            <span className="nhsuk-details__summary-text">{signInWords.emergency}</span>
          </summary>
          <div className="nhsuk-details__text">{form}</div>
        </details>
      )}
      {passkey && <PasskeyForm action={`${action}/passkey`} kind="get" question={passkey} label={signInWords.passkey} />}
      {demoAccounts.length > 0 && <DemoAccounts action={action} accounts={demoAccounts} />}
    </Frame>
  )
}
