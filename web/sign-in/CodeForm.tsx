type CodeFormProps = {
  action: string
  label: string
  hint: string
  submitLabel: string
  kind: 'code' | 'recovery code'
  isRefused: boolean
}

/** One field for one code. */
export function CodeForm({ action, label, hint, submitLabel, kind, isRefused }: CodeFormProps) {
  const ofApp = kind === 'code'
  return (
    <form method="post" action={action}>
      <div className="nhsuk-form-group">
        <label className="nhsuk-label" htmlFor="code">
          {label}
        </label>
        <div className="nhsuk-hint" id="code-hint">
          {hint}
        </div>
        <input
          className={`nhsuk-input nhsuk-input--code nhsuk-input--width-10${isRefused ? ' nhsuk-input--error' : ''}`}
          id="code"
          name="code"
          type="text"
          inputMode={ofApp ? 'numeric' : 'text'}
          autoComplete={ofApp ? 'one-time-code' : 'off'}
          autoCapitalize={ofApp ? 'none' : 'characters'}
          spellCheck={false}
          maxLength={20}
          aria-describedby={isRefused ? 'refusal code-hint' : 'code-hint'}
        />
      </div>
      <button className="nhsuk-button" type="submit">
        {submitLabel}
      </button>
    </form>
  )
}
