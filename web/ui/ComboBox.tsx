import type { Ref } from 'react'
import { Button, ComboBox as AriaComboBox, Input, Label, ListBox, ListBoxItem, Popover, Text } from 'react-aria-components/ComboBox'

import type { FieldWords } from './Field.tsx'
import { Icon } from './Icon.tsx'
import type { Option } from './Select.tsx'
import { VisuallyHidden } from './VisuallyHidden.tsx'

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
      <Label className="field__label">
        {isLabelHidden ? <VisuallyHidden>{label}</VisuallyHidden> : label}{' '}
        {isOptional && <span className="field__optional">(optional)</span>}
      </Label>
      {hint && (
        <Text slot="description" className="field__hint">
          {hint}
        </Text>
      )}
      {error && (
        <Text slot="errorMessage" className="field__error">
          <VisuallyHidden>Error: </VisuallyHidden>
          {error}
        </Text>
      )}
      <div className="combo">
        <Input className="input" {...(placeholder && { placeholder })} {...(ref && { ref })} />
        <Button className="combo__button">
          <Icon name="chevronDown" />
        </Button>
      </div>
      <Popover className="popover popover--list" offset={2}>
        <ListBox<Option> className="menu" renderEmptyState={() => <p className="menu__empty">Nothing matches</p>}>
          {(option) => (
            <ListBoxItem id={option.value} textValue={option.label} className="menu__item" isDisabled={option.disabled ?? false}>
              <span>
                {option.label}
                {option.hint && <span className="menu__hint">{option.hint}</span>}
              </span>
            </ListBoxItem>
          )}
        </ListBox>
      </Popover>
    </AriaComboBox>
  )
}
