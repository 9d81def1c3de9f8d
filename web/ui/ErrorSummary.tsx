import { useEffect, useId, useRef } from 'react'
import type { MouseEvent } from 'react'

export type SummaryError = { message: string; fieldId?: string | undefined; onFocus?: (() => void) | undefined }

/** Takes the focus when it appears; each line leads to its field. */
export function ErrorSummary({ errors, title = 'There is a problem' }: { errors: readonly SummaryError[]; title?: string }) {
  const box = useRef<HTMLDivElement>(null)
  const titleId = useId()
  const hasErrors = errors.length > 0
  useEffect(() => {
    if (hasErrors) box.current?.focus()
  }, [hasErrors])
  if (!hasErrors) return null

  const goTo = (event: MouseEvent, { fieldId, onFocus }: SummaryError) => {
    event.preventDefault()
    if (onFocus) onFocus()
    else if (fieldId) document.getElementById(fieldId)?.focus()
  }
  return (
    <div ref={box} className="error-summary" role="alert" tabIndex={-1} aria-labelledby={titleId}>
      <h2 id={titleId}>{title}</h2>
      <ul>
        {errors.map((error) => (
          <li key={error.message}>
            {error.fieldId || error.onFocus ? (
              <a href={`#${error.fieldId ?? ''}`} onClick={(event) => goTo(event, error)}>
                {error.message}
              </a>
            ) : (
              error.message
            )}
          </li>
        ))}
      </ul>
    </div>
  )
}
