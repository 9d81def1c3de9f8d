import { useId } from 'react'
import type { ReactNode } from 'react'

import { controlProps, FieldError } from './Field.tsx'
import type { FieldWords } from './Field.tsx'
import { VisuallyHidden } from './VisuallyHidden.tsx'
import { fieldWords } from './field-words.ts'

type FieldGroupProps = FieldWords & { children: ReactNode; role?: 'group' | 'radiogroup' }

/** Several controls for one question: a fieldset with the question as its legend. */
export function FieldGroup({ label, hint, error, isOptional, isLabelHidden, id: givenId, role = 'group', children }: FieldGroupProps) {
  const ownId = useId()
  const id = givenId ?? ownId
  const { 'aria-describedby': describedBy } = controlProps(id, hint, error)
  return (
    <fieldset id={id} className={error ? 'field field--invalid' : 'field'} role={role} aria-describedby={describedBy}>
      <legend className="field__label">
        {isLabelHidden ? <VisuallyHidden>{label}</VisuallyHidden> : label}{' '}
        {isOptional && <span className="field__optional">{fieldWords.optional}</span>}
      </legend>
      {hint && (
        <span className="field__hint" id={`${id}-hint`}>
          {hint}
        </span>
      )}
      <FieldError id={id} error={error} />
      {children}
    </fieldset>
  )
}
