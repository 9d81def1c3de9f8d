import { useEffect, useId, useRef } from 'react'

import { fieldWords } from './field-words.ts'

export type SummaryError = { message: string; fieldId?: string | undefined }

/** The summary gets the focus when it appears, and each line links to its field. */
export function ErrorSummary({ errors, title = fieldWords.problem }: { errors: readonly SummaryError[]; title?: string }) {
  const box = useRef<HTMLDivElement>(null)
  const titleId = useId()
  const hasErrors = errors.length > 0
  useEffect(() => {
    if (hasErrors) box.current?.focus()
  }, [hasErrors])
  if (!hasErrors) return null

  return (
    <div ref={box} className="error-summary" role="alert" tabIndex={-1} aria-labelledby={titleId}>
      <h2 id={titleId}>{title}</h2>
      <ul>
        {errors.map(({ message, fieldId }) => (
          <li key={message}>
            {fieldId ? (
              <a
                href={`#${fieldId}`}
                onClick={(event) => {
                  event.preventDefault()
                  focusField(fieldId)
                }}
              >
                {message}
              </a>
            ) : (
              message
            )}
          </li>
        ))}
      </ul>
    </div>
  )
}

const controls = 'input, select, textarea'

/** In a group of controls, the first control gets the focus. */
function focusField(id: string) {
  const field = document.getElementById(id)
  const control = field?.matches(controls) ? field : field?.querySelector<HTMLElement>(controls)
  control?.focus()
}
