type EmailFieldProps = { emailAddress: string; isRefused: boolean }

/** Not type="email": what is typed goes back as it is, and only the server judges it. */
export const EmailField = ({ emailAddress, isRefused }: EmailFieldProps) => (
  <div className="nhsuk-form-group">
    <label className="nhsuk-label" htmlFor="email-address">
      Email address
    </label>
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
      {...(isRefused && { 'aria-describedby': 'refusal' })}
    />
  </div>
)
