import { useEffect, useId, useRef } from 'react'

export type SummaryError = { message: string; fieldId?: string | undefined }

/** Takes the focus when it appears; each line leads to its field. */
export function ErrorSummary({ errors, title = 'There is a problem' }: { errors: readonly SummaryError[]; title?: string }) {
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

/** A group of controls is entered at its first. */
function focusField(id: string) {
  const field = document.getElementById(id)
  const control = field?.matches(controls) ? field : field?.querySelector<HTMLElement>(controls)
  control?.focus()
}
