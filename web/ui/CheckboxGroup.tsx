import { Checkbox } from './Checkbox.tsx'
import type { FieldWords } from './Field.tsx'
import { FieldGroup } from './FieldGroup.tsx'
import type { Option } from './Select.tsx'

type CheckboxGroupProps = FieldWords & {
  options: readonly Option[]
  value: readonly string[]
  onChange: (value: string[]) => void
  onBlur?: () => void
  name?: string
}

export function CheckboxGroup({ options, value, onChange, onBlur, name, ...words }: CheckboxGroupProps) {
  const toggle = (option: string) => onChange(value.includes(option) ? value.filter((one) => one !== option) : [...value, option])
  return (
    <FieldGroup {...words}>
      {options.map((option) => (
        <Checkbox
          key={option.value}
          label={option.label}
          hint={option.hint}
          name={name}
          value={option.value}
          disabled={option.disabled}
          checked={value.includes(option.value)}
          onChange={() => toggle(option.value)}
          onBlur={onBlur}
        />
      ))}
    </FieldGroup>
  )
}
