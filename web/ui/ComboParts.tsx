import { Button, ComboBoxStateContext, Input, Label, ListBox, ListBoxItem, Popover, Text } from 'react-aria-components/ComboBox'
import { useContext, useEffect, useEffectEvent, type ComponentProps } from 'react'

import type { FieldWords } from './Field.tsx'
import { Icon } from './Icon.tsx'
import type { Option } from './Select.tsx'
import { VisuallyHidden } from './VisuallyHidden.tsx'
import { fieldWords } from './field-words.ts'

/** The label, hint and error of a combo box. The library connects them to the input. */
export function ComboWords({ label, hint, error, isOptional, isLabelHidden }: FieldWords) {
  return (
    <>
      <Label className="field__label">
        {isLabelHidden ? <VisuallyHidden>{label}</VisuallyHidden> : label}{' '}
        {isOptional && <span className="field__optional">{fieldWords.optional}</span>}
      </Label>
      {hint && (
        <Text slot="description" className="field__hint">
          {hint}
        </Text>
      )}
      {error && (
        <Text slot="errorMessage" className="field__error">
          <VisuallyHidden>{fieldWords.errorPrefix}</VisuallyHidden>
          {error}
        </Text>
      )}
    </>
  )
}

type ComboListProps = ComponentProps<typeof Input> & {
  /** the text of an empty list */
  empty: string
  /** the chosen option, whose label is in the field */
  chosen?: string | undefined
}

/** The input of a combo box and the list below it. */
export function ComboList({ empty, chosen, ...input }: ComboListProps) {
  useHighlightChosen(chosen)
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
 * Highlights the chosen option when the list opens. Without a choice nothing is highlighted, because Tab would choose the highlighted option.
 */
function useHighlightChosen(chosen: string | undefined) {
  const state = useContext(ComboBoxStateContext)
  const isOpen = state?.isOpen ?? false
  const first = state?.collection.getFirstKey()
  const highlight = useEffectEvent(() => {
    if (chosen !== undefined && isOpen) state?.selectionManager.setFocusedKey(state.collection.getItem(chosen)?.key ?? null)
  })
  useEffect(() => highlight(), [isOpen, first, chosen])
}
