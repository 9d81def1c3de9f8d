import type { SignInPage } from '#contract/pages.ts'

import { FieldError } from './FieldError.tsx'
import { Frame } from './Frame.tsx'
import { Refusal } from './Refusal.tsx'

type SetPasswordProps = Extract<SignInPage, { kind: 'set-password' }>

/** Posts to its own address, which is the link. */
export function SetPassword({ isFirst, emailAddress, refusal }: SetPasswordProps) {
  const title = isFirst ? 'Choose your password' : 'Choose a new password'
  const isRefused = refusal !== undefined
  return (
    <Frame title={title} isRefused={isRefused}>
      <Refusal words={refusal} fieldId="password" />
      <h1 className="nhsuk-heading-l">{title}</h1>
      <p>
        For <strong className="sign-in-address">{emailAddress}</strong>
      </p>
      <form method="post">
        {/* For password managers: whose password it is. */}
        <input type="text" name="emailAddress" value={emailAddress} autoComplete="username" readOnly hidden />
        <div className={`nhsuk-form-group${isRefused ? ' nhsuk-form-group--error' : ''}`}>
          <label className="nhsuk-label" htmlFor="password">
            New password
          </label>
          <div className="nhsuk-hint" id="password-hint">
            At least 8 characters, with an uppercase and a lowercase letter, a number and one of # ? ! @ $ % ^ &amp; * -. Not your name, and
            not a password that many people use.
          </div>
          <FieldError words={refusal} />
          <input
            className={`nhsuk-input${isRefused ? ' nhsuk-input--error' : ''}`}
            id="password"
            name="password"
            type="password"
            autoComplete="new-password"
            aria-describedby={`password-hint${isRefused ? ' field-error' : ''}`}
          />
        </div>
        <div className="nhsuk-form-group">
          <label className="nhsuk-label" htmlFor="again">
            New password again
          </label>
          <input className="nhsuk-input" id="again" name="again" type="password" autoComplete="new-password" />
        </div>
        <button className="nhsuk-button" type="submit">
          Set password
        </button>
      </form>
    </Frame>
  )
}
