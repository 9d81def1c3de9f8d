import type { ComponentProps } from 'react'

import { classNames } from './class-names.ts'
import { Field } from './Field.tsx'
import type { FieldWords } from './Field.tsx'
import type { InputWidth } from './TextField.tsx'

export type Option = { value: string; label: string; hint?: string | undefined; disabled?: boolean | undefined }

type SelectProps = FieldWords &
  Omit<ComponentProps<'select'>, 'children' | 'width'> & { options: readonly Option[]; placeholder?: string; width?: InputWidth }

export function Select({
  label,
  hint,
  error,
  isOptional,
  isLabelHidden,
  id,
  options,
  placeholder,
  width = 'full',
  ...select
}: SelectProps) {
  return (
    <Field {...{ label, hint, error, isOptional, isLabelHidden, id }}>
      {(control) => (
        <span className={classNames('select', `input--${width}`)}>
          <select {...select} {...control} className="input">
            {placeholder !== undefined && <option value="">{placeholder}</option>}
            {options.map((option) => (
              <option key={option.value} value={option.value} disabled={option.disabled}>
                {option.label}
              </option>
            ))}
          </select>
        </span>
      )}
    </Field>
  )
}
