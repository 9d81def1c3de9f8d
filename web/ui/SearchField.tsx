import { useEffect, useRef, useState } from 'react'

import { Field } from './Field.tsx'
import { Icon } from './Icon.tsx'
import { searchWords } from './list-words.ts'

type SearchFieldProps = {
  label: string
  value: string
  onSearch: (text: string) => void
  placeholder?: string
  isLabelHidden?: boolean
  /** milliseconds without typing before the search starts */
  delay?: number
}

export function SearchField({ label, value, onSearch, placeholder, isLabelHidden, delay = 300 }: SearchFieldProps) {
  const [text, setText] = useState(value)
  const [known, setKnown] = useState(value)
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined)
  // When the address changes (Back, a cleared filter), its text replaces the text of the field.
  if (known !== value) {
    setKnown(value)
    setText(value)
  }
  useEffect(() => () => clearTimeout(timer.current), [])

  const search = (next: string, wait: number) => {
    setText(next)
    clearTimeout(timer.current)
    timer.current = setTimeout(() => {
      setKnown(next.trim())
      onSearch(next.trim())
    }, wait)
  }
  return (
    <Field label={label} isLabelHidden={isLabelHidden}>
      {(control) => (
        <span className="search">
          <Icon name="search" />
          <input
            {...control}
            className="input"
            type="search"
            autoComplete="off"
            spellCheck={false}
            placeholder={placeholder}
            value={text}
            onChange={(event) => search(event.target.value, delay)}
            onKeyDown={(event) => {
              if (event.key === 'Enter') search(text, 0)
              if (event.key === 'Escape' && text) search('', 0)
            }}
          />
          {text && (
            <button className="search__clear" type="button" aria-label={searchWords.clear(label)} onClick={() => search('', 0)}>
              <Icon name="close" />
            </button>
          )}
        </span>
      )}
    </Field>
  )
}
