import { useEffect, useRef, useState, type KeyboardEvent } from 'react'
import { ComboBox } from 'react-aria-components/ComboBox'

import { ComboList, ComboWords } from './ComboParts.tsx'
import type { FieldWords } from './Field.tsx'
import type { Option } from './Select.tsx'

/** What a search found, and the text that was searched for; `failure` in words where the search itself failed. */
export type SearchAnswer = { text: string; options: readonly Option[]; failure?: string }

type SearchComboProps = FieldWords & {
  /** The latest answer; undefined while none has come. Its options can be chosen only while its text is the text in the field. */
  answer: SearchAnswer | undefined
  onSearch: (text: string) => void
  onChoose: (option: Option) => void
  /** The field was emptied; what was chosen stays chosen without it. */
  onEmpty?: () => void
  /** What is chosen, '' while nothing is. Without it the field is emptied for the next one: those chosen are listed elsewhere. */
  chosenLabel?: string
  /** The value of what is chosen. */
  chosen?: string | undefined
  /** How long the user must have stopped typing before `onSearch`, in milliseconds; 0 is at once. */
  delay?: number
  placeholder?: string
  onBlur?: () => void
}

/**
 * A choice among too many to send at once: the options are looked up as the user types. Options belong to the text they answered: while the
 * field holds another text there is nothing to choose, and Enter does nothing. When the page is scrolled the list opens again where the field
 * is then, and what was typed stays.
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
  // Another choice than the user's own here, such as what they typed before and have now restored.
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
  /** The text of the choice comes back, and the list is closed. */
  const revert = () => {
    clearTimeout(timer.current)
    setText(chosenLabel ?? '')
    setChoices(choices + 1)
  }
  return (
    <ComboBox
      // A field whose text is changed under it opens its list again: after a choice, or none, it is a new one, with the focus.
      key={choices}
      // oxlint-disable-next-line jsx-a11y/no-autofocus -- it had the focus before the choice
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
        empty={current ? (current.failure ?? 'Nothing matches') : 'Searching…'}
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

/** Enter chooses an option that is marked, of an answer to the text in the field. Otherwise it would empty the field, or send the form. */
function waitForOption(event: KeyboardEvent<HTMLInputElement>, isAnswered: boolean) {
  if (event.key !== 'Enter' || !isOpen(event)) return
  if (isAnswered && event.currentTarget.hasAttribute('aria-activedescendant')) return
  event.preventDefault()
  event.stopPropagation()
}

const isOpen = ({ currentTarget }: KeyboardEvent<HTMLInputElement>) => currentTarget.getAttribute('aria-expanded') === 'true'
