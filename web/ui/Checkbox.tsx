import { useId } from 'react'
import type { ComponentProps, ReactNode } from 'react'

import { controlProps, FieldError } from './Field.tsx'

type CheckboxProps = Omit<ComponentProps<'input'>, 'type'> & { label: ReactNode; hint?: ReactNode; error?: string | undefined }

export function Checkbox({ label, hint, error, id: givenId, ...input }: CheckboxProps) {
  const ownId = useId()
  const id = givenId ?? ownId
  return (
    <div className={error ? 'choice-field choice-field--invalid' : 'choice-field'}>
      <FieldError id={id} error={error} />
      <label className="choice">
        <input {...input} {...controlProps(id, hint, error)} className="checkbox" type="checkbox" />
        <span className="choice__label">{label}</span>
      </label>
      {hint && (
        <span className="choice__hint" id={`${id}-hint`}>
          {hint}
        </span>
      )}
    </div>
  )
}
