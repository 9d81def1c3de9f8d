import { useState } from 'react'
import { useFilter } from 'react-aria-components/ComboBox'

import type { FieldWords } from './Field.tsx'
import { SearchCombo } from './SearchCombo.tsx'
import type { Option } from './Select.tsx'

type ComboBoxProps = FieldWords & {
  options: readonly Option[]
  value: string | null
  onChange: (value: string | null) => void
  onBlur?: () => void
  placeholder?: string
}

/** A choice from a long list, which the typed text filters. An empty field has no choice. */
export function ComboBox({ options, value, onChange, ...field }: ComboBoxProps) {
  const { contains } = useFilter({ sensitivity: 'base' })
  const [text, setText] = useState('')
  const chosenLabel = options.find((option) => option.value === value)?.label ?? ''
  const isNarrowed = text !== '' && text !== chosenLabel
  return (
    <SearchCombo
      {...field}
      answer={{ text, options: isNarrowed ? options.filter(({ label }) => contains(label, text)) : options }}
      delay={0}
      onSearch={setText}
      chosen={value ?? undefined}
      chosenLabel={chosenLabel}
      onChoose={(option) => onChange(option.value)}
      onEmpty={() => onChange(null)}
    />
  )
}
