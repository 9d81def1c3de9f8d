import type { ComponentProps } from 'react'

import { Checkbox as PlainCheckbox } from '#web/ui/Checkbox.tsx'
import { CheckboxGroup as PlainCheckboxGroup } from '#web/ui/CheckboxGroup.tsx'
import { DateField as PlainDateField } from '#web/ui/DateField.tsx'
import { RadioGroup as PlainRadioGroup } from '#web/ui/RadioGroup.tsx'
import { Select as PlainSelect } from '#web/ui/Select.tsx'
import { TextArea as PlainTextArea } from '#web/ui/TextArea.tsx'
import { TextField as PlainTextField } from '#web/ui/TextField.tsx'

import { useBoundField, type Bind } from './use-fields.ts'

// The controls of web/ui, bound to a field of a form: <TextField label="Name" {...fields.bind('name')} />.

export type Bound<V, P> = Bind<V> & Omit<P, 'value' | 'checked' | 'onChange' | 'onBlur' | 'id'>

export function TextField({ field, ...props }: Bound<string, ComponentProps<typeof PlainTextField>>) {
  const { onChange, ...bound } = useBoundField(field)
  return <PlainTextField {...props} {...bound} onChange={(event) => onChange(event.target.value)} />
}

export function TextArea({ field, ...props }: Bound<string, ComponentProps<typeof PlainTextArea>>) {
  const { onChange, ...bound } = useBoundField(field)
  return <PlainTextArea {...props} {...bound} onChange={(event) => onChange(event.target.value)} />
}

/**
 * @param props.error shown while the field has no error of its own, for example when its options do not load
 * @param props.onChosen called after each change
 */
export function Select({
  field,
  error,
  onChosen,
  ...props
}: Bound<string, ComponentProps<typeof PlainSelect>> & { onChosen?: (value: string) => void }) {
  const { onChange, ...bound } = useBoundField(field)
  return (
    <PlainSelect
      {...props}
      {...bound}
      error={bound.error ?? error}
      onChange={(event) => {
        onChange(event.target.value)
        onChosen?.(event.target.value)
      }}
    />
  )
}

/** The values of the options must be values of the field. */
export function RadioGroup({ field, ...props }: Bound<string, ComponentProps<typeof PlainRadioGroup>>) {
  return <PlainRadioGroup {...props} {...useBoundField(field)} />
}

/** The values of the options must be items of the field. */
export function CheckboxGroup({ field, error, ...props }: Bound<string[], ComponentProps<typeof PlainCheckboxGroup>>) {
  const bound = useBoundField(field)
  return <PlainCheckboxGroup {...props} {...bound} error={bound.error ?? error} />
}

export function DateField({ field, ...props }: Bound<string, ComponentProps<typeof PlainDateField>>) {
  return <PlainDateField {...props} {...useBoundField(field)} />
}

/** @param props.onTick called after each change */
export function Checkbox({
  field,
  onTick,
  ...props
}: Bound<boolean, ComponentProps<typeof PlainCheckbox>> & { onTick?: (isTicked: boolean) => void }) {
  const { value, onChange, ...bound } = useBoundField(field)
  return (
    <PlainCheckbox
      {...props}
      {...bound}
      checked={value}
      onChange={(event) => {
        onChange(event.target.checked)
        onTick?.(event.target.checked)
      }}
    />
  )
}
