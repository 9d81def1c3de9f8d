import { useEffect, useRef, useState, type KeyboardEvent } from 'react'
import { ComboBox } from 'react-aria-components/ComboBox'

import { ComboList, ComboWords } from './ComboParts.tsx'
import type { FieldWords } from './Field.tsx'
import type { Option } from './Select.tsx'
import { searchWords } from './list-words.ts'

/** The result of a search with the text that was searched for, and an error message if the search failed. */
export type SearchAnswer = { text: string; options: readonly Option[]; failure?: string }

type SearchComboProps = FieldWords & {
  /** The latest result; undefined before the first. Its options can be chosen only while its text equals the text in the field. */
  answer: SearchAnswer | undefined
  onSearch: (text: string) => void
  onChoose: (option: Option) => void
  /** Called when the field is emptied. Without it an empty field keeps the choice. */
  onEmpty?: () => void
  /** The label of the choice, '' for none. Without it the field is cleared after each choice, for a list of choices elsewhere. */
  chosenLabel?: string
  /** The value of the choice. */
  chosen?: string | undefined
  /** Milliseconds without typing before `onSearch` is called; 0 calls it at once. */
  delay?: number
  placeholder?: string
  onBlur?: () => void
}

/**
 * A choice from a list that is too long to load: the options are searched as the user types. While the field has another text than the last
 * result, there is nothing to choose and Enter does nothing, so that no wrong option is chosen. When the page is scrolled, the list opens again
 * below the field and the text stays.
 */
export function SearchCombo(props: SearchComboProps) {
  const {
    label,
    hint,
    error,
    id,
    isOptional,
    isLabelHidden,
    answer,
    onSearch,
    onChoose,
    onEmpty,
    chosen,
    chosenLabel,
    delay = 250,
    placeholder,
    onBlur,
  } = props
  const [text, setText] = useState(chosenLabel ?? '')
  const [choices, setChoices] = useState(0)
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined)
  useEffect(() => () => clearTimeout(timer.current), [])
  const current = answer?.text === text.trim() ? answer : undefined
  // The choice was changed from outside, for example by restoring a draft.
  const [shownLabel, setShownLabel] = useState(chosenLabel)
  if (chosenLabel !== shownLabel) {
    setShownLabel(chosenLabel)
    setText(chosenLabel ?? '')
  }
  const search = (next: string) => {
    setText(next)
    if (next === '') onEmpty?.()
    clearTimeout(timer.current)
    if (delay === 0) onSearch(next.trim())
    else timer.current = setTimeout(() => onSearch(next.trim()), delay)
  }
  const choose = (key: unknown) => {
    const option = current?.options.find(({ value }) => value === key)
    if (!option) return
    onChoose(option)
    clearTimeout(timer.current)
    setText(chosenLabel === undefined ? '' : option.label)
    setChoices(choices + 1)
  }
  /** Restores the text of the choice and closes the list. */
  const revert = () => {
    clearTimeout(timer.current)
    setText(chosenLabel ?? '')
    setChoices(choices + 1)
  }
  return (
    <ComboBox
      // Changing the text opens the list again, so after a choice the field is created anew, with the focus.
      key={choices}
      // oxlint-disable-next-line jsx-a11y/no-autofocus -- the field had the focus before the choice
      autoFocus={choices > 0}
      className={error ? 'field field--invalid' : 'field'}
      items={current?.options ?? []}
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
        chosen={text === chosenLabel ? chosen : undefined}
        empty={current ? (current.failure ?? searchWords.noMatches) : searchWords.searching}
        onKeyDownCapture={(event) => {
          if (isOpen(event) && event.key === 'Escape') {
            event.stopPropagation()
            revert()
          } else waitForOption(event, current !== undefined)
        }}
        autoComplete="off"
        spellCheck={false}
        {...(placeholder && { placeholder })}
      />
    </ComboBox>
  )
}

/** Enter only chooses a highlighted option of a current result. Otherwise it would empty the field or submit the form. */
function waitForOption(event: KeyboardEvent<HTMLInputElement>, isAnswered: boolean) {
  if (event.key !== 'Enter' || !isOpen(event)) return
  if (isAnswered && event.currentTarget.hasAttribute('aria-activedescendant')) return
  event.preventDefault()
  event.stopPropagation()
}

const isOpen = ({ currentTarget }: KeyboardEvent<HTMLInputElement>) => currentTarget.getAttribute('aria-expanded') === 'true'
