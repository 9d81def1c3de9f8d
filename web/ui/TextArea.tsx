import type { ComponentProps } from 'react'

import { Field } from './Field.tsx'
import type { FieldWords } from './Field.tsx'

type TextAreaProps = FieldWords & ComponentProps<'textarea'>

export function TextArea({ label, hint, error, isOptional, isLabelHidden, id, rows = 4, ...textarea }: TextAreaProps) {
  return (
    <Field {...{ label, hint, error, isOptional, isLabelHidden, id }}>
      {(control) => <textarea rows={rows} {...textarea} {...control} className="input input--area" />}
    </Field>
  )
}
