import { useId } from 'react'
import type { ReactNode } from 'react'

import { VisuallyHidden } from './VisuallyHidden.tsx'
import { fieldWords } from './field-words.ts'

export type FieldWords = {
  label: ReactNode
  id?: string | undefined
  hint?: ReactNode
  error?: string | undefined
  isOptional?: boolean | undefined
  isLabelHidden?: boolean | undefined
}

export type ControlProps = { id: string; 'aria-describedby': string | undefined; 'aria-invalid': true | undefined }

type FieldProps = FieldWords & { children: (control: ControlProps) => ReactNode }

/** A control with its label, hint and error, in this order above the control. */
export function Field({ label, hint, error, isOptional, isLabelHidden, id: givenId, children }: FieldProps) {
  const ownId = useId()
  const id = givenId ?? ownId
  const text = isLabelHidden ? <VisuallyHidden>{label}</VisuallyHidden> : label
  return (
    <div className={error ? 'field field--invalid' : 'field'}>
      <label className="field__label" htmlFor={id}>
        {text} {isOptional && <span className="field__optional">{fieldWords.optional}</span>}
      </label>
      {hint && (
        <span className="field__hint" id={`${id}-hint`}>
          {hint}
        </span>
      )}
      <FieldError id={id} error={error} />
      {children(controlProps(id, hint, error))}
    </div>
  )
}

export const controlProps = (id: string, hint: ReactNode, error: string | undefined): ControlProps => ({
  id,
  'aria-describedby': [hint && `${id}-hint`, error && `${id}-error`].filter(Boolean).join(' ') || undefined,
  'aria-invalid': error ? true : undefined,
})

export function FieldError({ id, error }: { id: string; error: string | undefined }) {
  if (!error) return null
  return (
    <span className="field__error" id={`${id}-error`}>
      <VisuallyHidden>{fieldWords.errorPrefix}</VisuallyHidden>
      {error}
    </span>
  )
}
