import type { ComponentProps } from 'react'

import { classNames } from './class-names.ts'
import { Field } from './Field.tsx'
import type { FieldWords } from './Field.tsx'

/** The width of a field hints at the length of the answer. */
export type InputWidth = 2 | 4 | 10 | 20 | 'full'

type TextFieldProps = FieldWords & Omit<ComponentProps<'input'>, 'width'> & { width?: InputWidth }

export function TextField({ label, hint, error, isOptional, isLabelHidden, id, width = 'full', className, ...input }: TextFieldProps) {
  return (
    <Field {...{ label, hint, error, isOptional, isLabelHidden, id }}>
      {(control) => <input type="text" {...input} {...control} className={classNames('input', `input--${width}`, className)} />}
    </Field>
  )
}
