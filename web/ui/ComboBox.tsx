import type { Ref } from 'react'
import { ComboBox as AriaComboBox } from 'react-aria-components/ComboBox'

import { ComboList, ComboWords } from './ComboParts.tsx'
import type { FieldWords } from './Field.tsx'
import type { Option } from './Select.tsx'

type ComboBoxProps = FieldWords & {
  options: readonly Option[]
  value: string | null
  onChange: (value: string | null) => void
  onBlur?: () => void
  placeholder?: string
  isDisabled?: boolean
  ref?: Ref<HTMLInputElement>
}

/** A list too long to look through: what is typed narrows it down. */
export function ComboBox({
  label,
  hint,
  error,
  id,
  isOptional,
  isLabelHidden,
  options,
  value,
  onChange,
  onBlur,
  placeholder,
  isDisabled,
  ref,
}: ComboBoxProps) {
  return (
    <AriaComboBox
      className={error ? 'field field--invalid' : 'field'}
      defaultItems={options}
      value={value}
      onChange={(key) => onChange(key === null ? null : String(key))}
      isInvalid={Boolean(error)}
      isDisabled={isDisabled ?? false}
      menuTrigger="input"
      validationBehavior="aria"
      {...(id && { id })}
      {...(onBlur && { onBlur })}
    >
      <ComboWords {...{ label, hint, error, isOptional, isLabelHidden }} />
      <ComboList empty="Nothing matches" {...(placeholder && { placeholder })} {...(ref && { ref })} />
    </AriaComboBox>
  )
}
