import type { SignInPage } from '#contract/pages.ts'

import { DemoAccounts } from './DemoAccounts.tsx'
import { Frame } from './Frame.tsx'

type SignInProps = Extract<SignInPage, { kind: 'sign-in' }>

export function SignIn({ action, emailAddress, refusal, demoAccounts }: SignInProps) {
  const describedBy = refusal === undefined ? {} : { 'aria-describedby': 'refusal' }
  return (
    <Frame title="Sign in" isRefused={refusal !== undefined}>
      {refusal !== undefined && (
        <div className="nhsuk-error-summary">
          <div role="alert">
            <h2 className="nhsuk-error-summary__title">There is a problem</h2>
            <div className="nhsuk-error-summary__body" id="refusal">
              <ul className="nhsuk-list nhsuk-error-summary__list">
                <li>
                  <a href="#email-address">{refusal}</a>
                </li>
              </ul>
            </div>
          </div>
        </div>
      )}
      <h1 className="nhsuk-heading-l">Sign in</h1>
      <form method="post" action={action}>
        <div className="nhsuk-form-group">
          <label className="nhsuk-label" htmlFor="email-address">
            Email address
          </label>
          {/* Not type="email": what is typed goes back as it is, and only the server judges it. */}
          <input
            className="nhsuk-input"
            id="email-address"
            name="emailAddress"
            type="text"
            inputMode="email"
            autoComplete="username"
            autoCapitalize="none"
            spellCheck={false}
            defaultValue={emailAddress}
            {...describedBy}
          />
        </div>
        <div className="nhsuk-form-group">
          <label className="nhsuk-label" htmlFor="password">
            Password
          </label>
          <input className="nhsuk-input" id="password" name="password" type="password" autoComplete="current-password" {...describedBy} />
        </div>
        <button className="nhsuk-button" type="submit">
          Sign in
        </button>
      </form>
      {demoAccounts.length > 0 && <DemoAccounts action={action} accounts={demoAccounts} />}
    </Frame>
  )
}
