import { FieldError } from './FieldError.tsx'

type CodeFormProps = {
  action: string
  label: string
  hint: string
  submitLabel: string
  kind: 'code' | 'recovery code'
  refusal: string | undefined
}

/** One field for one code. */
export function CodeForm({ action, label, hint, submitLabel, kind, refusal }: CodeFormProps) {
  const ofApp = kind === 'code'
  const isRefused = refusal !== undefined
  return (
    <form method="post" action={action}>
      <div className={`nhsuk-form-group${isRefused ? ' nhsuk-form-group--error' : ''}`}>
        <label className="nhsuk-label" htmlFor="code">
          {label}
        </label>
        <div className="nhsuk-hint" id="code-hint">
          {hint}
        </div>
        <FieldError words={refusal} />
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
          aria-describedby={isRefused ? 'field-error code-hint' : 'code-hint'}
        />
      </div>
      <button className="nhsuk-button" type="submit">
        {submitLabel}
      </button>
    </form>
  )
}
