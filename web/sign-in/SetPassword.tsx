import type { SignInPage } from '#contract/pages.ts'

import { FieldError } from './FieldError.tsx'
import { Frame } from './Frame.tsx'
import { Refusal } from './Refusal.tsx'
import { passwordWords } from './words.ts'

type SetPasswordProps = Extract<SignInPage, { kind: 'set-password' }>

/** The form posts to the address of the emailed link. */
export function SetPassword({ isFirst, emailAddress, refusal }: SetPasswordProps) {
  const title = isFirst ? passwordWords.firstTitle : passwordWords.newTitle
  const isRefused = refusal !== undefined
  return (
    <Frame title={title} isRefused={isRefused}>
      <Refusal words={refusal} fieldId="password" />
      <h1 className="nhsuk-heading-l">{title}</h1>
      <p>
        {passwordWords.account} <strong className="sign-in-address">{emailAddress}</strong>
      </p>
      <form method="post">
        {/* The account name, for password managers. */}
        <input type="text" name="emailAddress" value={emailAddress} autoComplete="username" readOnly hidden />
        <div className={`nhsuk-form-group${isRefused ? ' nhsuk-form-group--error' : ''}`}>
          <label className="nhsuk-label" htmlFor="password">
            {passwordWords.password}
          </label>
          <div className="nhsuk-hint" id="password-hint">
            {passwordWords.hint}
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
            {passwordWords.again}
          </label>
          <input className="nhsuk-input" id="again" name="again" type="password" autoComplete="new-password" />
        </div>
        <button className="nhsuk-button" type="submit">
          {passwordWords.set}
        </button>
      </form>
    </Frame>
  )
}
