import { FieldError } from './FieldError.tsx'
import { signInWords } from './words.ts'

type EmailFieldProps = {
  emailAddress: string
  /** what is wrong with the address itself */
  error?: string | undefined
  isRefused: boolean
}

/** Not type="email": what is typed goes back as it is, and only the server judges it. */
export const EmailField = ({ emailAddress, error, isRefused }: EmailFieldProps) => (
  <div className={`nhsuk-form-group${error ? ' nhsuk-form-group--error' : ''}`}>
    <label className="nhsuk-label" htmlFor="email-address">
      {signInWords.emailAddress}
    </label>
    <FieldError words={error} />
    <input
      className={`nhsuk-input${error ? ' nhsuk-input--error' : ''}`}
      id="email-address"
      name="emailAddress"
      type="text"
      inputMode="email"
      autoComplete="username"
      autoCapitalize="none"
      spellCheck={false}
      defaultValue={emailAddress}
      {...(isRefused && { 'aria-describedby': error ? 'field-error' : 'refusal' })}
    />
  </div>
)
