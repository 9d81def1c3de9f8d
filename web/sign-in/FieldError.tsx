import { fieldErrorWords } from './words.ts'

/** The error message of a field. */
export const FieldError = ({ words }: { words: string | undefined }) =>
  words === undefined ? null : (
    <span className="nhsuk-error-message" id="field-error">
      <span className="nhsuk-u-visually-hidden">{fieldErrorWords.error}</span> {words}
    </span>
  )
