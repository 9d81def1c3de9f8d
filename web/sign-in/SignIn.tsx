import { Fragment } from 'react'

import type { DemoAccount, SignInPage } from '#contract/pages.ts'

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

type DemoAccountsProps = { action: string; accounts: DemoAccount[] }

/** One press signs in: each account is a form of its own, so that it works without a script. */
function DemoAccounts({ action, accounts }: DemoAccountsProps) {
  return (
    <section className="demo-accounts" aria-labelledby="demo-accounts">
      <h2 className="nhsuk-heading-s" id="demo-accounts">
        {signInWords.demo.title}
      </h2>
      <p className="nhsuk-body-s">{signInWords.demo.text}</p>
      <ul className="demo-accounts__list">
        {accounts.map(({ label, emailAddress, password }) => (
          <li key={emailAddress}>
            <form method="post" action={action}>
              <input type="hidden" name="emailAddress" value={emailAddress} />
              <input type="hidden" name="password" value={password} />
              <button className="demo-accounts__button" type="submit">
                <span className="demo-accounts__label">{label}</span>
                <span className="demo-accounts__address">
                  {emailAddress.split(/(?<=@)/).map((part) => (
                    <Fragment key={part}>
                      {part}
                      <wbr />
                    </Fragment>
                  ))}
                </span>
              </button>
            </form>
          </li>
        ))}
      </ul>
    </section>
  )
}
