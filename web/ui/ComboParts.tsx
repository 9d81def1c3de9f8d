import { Button, ComboBoxStateContext, Input, Label, ListBox, ListBoxItem, Popover, Text } from 'react-aria-components/ComboBox'
import { useContext, useEffect, useEffectEvent, type ComponentProps } from 'react'

import type { FieldWords } from './Field.tsx'
import { Icon } from './Icon.tsx'
import type { Option } from './Select.tsx'
import { VisuallyHidden } from './VisuallyHidden.tsx'

/** The words of a field around a combo box, which ties them to its input by itself. */
export function ComboWords({ label, hint, error, isOptional, isLabelHidden }: FieldWords) {
  return (
    <>
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
    </>
  )
}

type ComboListProps = ComponentProps<typeof Input> & {
  /** said while the list has nothing */
  empty: string
  /** the option whose words the field holds, because it was chosen */
  chosen?: string | undefined
}

/** What is typed into, and the list under it. */
export function ComboList({ empty, chosen, ...input }: ComboListProps) {
  useMarkChosen(chosen)
  return (
    <>
      <div className="combo">
        <Input className="input" {...input} />
        <Button className="combo__button">
          <Icon name="chevronDown" />
        </Button>
      </div>
      <Popover className="popover popover--list" offset={2}>
        <ListBox<Option> className="menu" renderEmptyState={() => <p className="menu__empty">{empty}</p>}>
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
    </>
  )
}

/**
 * A list that opens around a choice begins at it, as soon as it has it, or at nothing: Tab takes the option that is marked, and an arrow key
 * that opens a list marks the first.
 */
function useMarkChosen(chosen: string | undefined) {
  const state = useContext(ComboBoxStateContext)
  const isOpen = state?.isOpen ?? false
  const first = state?.collection.getFirstKey()
  const mark = useEffectEvent(() => {
    if (chosen !== undefined && isOpen) state?.selectionManager.setFocusedKey(state.collection.getItem(chosen)?.key ?? null)
  })
  useEffect(() => mark(), [isOpen, first, chosen])
}
