import { useEffect, useRef, useState } from 'react'
import { ComboBox } from 'react-aria-components/ComboBox'

import { ComboList, ComboWords } from './ComboParts.tsx'
import type { FieldWords } from './Field.tsx'
import type { Option } from './Select.tsx'

type SearchComboProps = FieldWords & {
  /** What was found for the text last searched for; undefined while it is on its way. */
  options: readonly Option[] | undefined
  onSearch: (text: string) => void
  onChoose: (option: Option) => void
  /** What is chosen, '' while nothing is. Without it the field is emptied for the next one: those chosen are listed elsewhere. */
  chosenLabel?: string
  placeholder?: string
  onBlur?: () => void
}

/** A choice among too many to send at once: the options are looked up as one types. */
export function SearchCombo(props: SearchComboProps) {
  const { label, hint, error, id, isOptional, isLabelHidden, options, onSearch, onChoose, chosenLabel, placeholder, onBlur } = props
  const [text, setText] = useState(chosenLabel ?? '')
  const [choices, setChoices] = useState(0)
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined)
  useEffect(() => () => clearTimeout(timer.current), [])
  const search = (next: string) => {
    setText(next)
    clearTimeout(timer.current)
    timer.current = setTimeout(() => onSearch(next.trim()), 250)
  }
  const choose = (key: unknown) => {
    const option = options?.find(({ value }) => value === key)
    if (!option) return
    onChoose(option)
    clearTimeout(timer.current)
    setText(chosenLabel === undefined ? '' : option.label)
    setChoices(choices + 1)
  }
  return (
    <ComboBox
      // A field whose text is changed under it opens its list again: after a choice it is a new one, with the focus.
      key={choices}
      // oxlint-disable-next-line jsx-a11y/no-autofocus -- it had the focus before the choice
      autoFocus={choices > 0}
      className={error ? 'field field--invalid' : 'field'}
      items={options ?? []}
      inputValue={text}
      onInputChange={search}
      value={null}
      onChange={choose}
      onFocus={() => onSearch(text.trim())}
      onBlur={() => {
        setText(chosenLabel ?? '')
        onBlur?.()
      }}
      isInvalid={Boolean(error)}
      allowsEmptyCollection
      menuTrigger="input"
      validationBehavior="aria"
      {...(id && { id })}
    >
      <ComboWords {...{ label, hint, error, isOptional, isLabelHidden }} />
      <ComboList
        empty={options ? 'Nothing matches' : 'Searching…'}
        autoComplete="off"
        spellCheck={false}
        {...(placeholder && { placeholder })}
      />
    </ComboBox>
  )
}
