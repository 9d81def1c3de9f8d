import { useState } from 'react'

import type { InputWidth } from '#web/ui/TextField.tsx'
import { TextField } from '#web/ui/TextField.tsx'

type NumberFieldProps = {
  label: string
  hint?: string
  isOptional?: boolean
  isLabelHidden?: boolean
  width: InputWidth
  value: number | undefined
  error?: string | undefined
  onChange: (value: number | undefined) => void
}

const numberIn = (text: string) => (/^-?\d{1,9}(\.\d{1,6})?$/.test(text.trim()) ? Number(text) : undefined)

/** A number as it is typed: half of one, such as a minus alone, stays until it is whole. */
export function NumberField({ value, error, onChange, ...words }: NumberFieldProps) {
  const [typed, setTyped] = useState(value?.toString() ?? '')
  const [isLeft, setLeft] = useState(false)
  // Undo, or somebody else, made it another number.
  const text = numberIn(typed) === value ? typed : (value?.toString() ?? '')
  const isNumber = !isLeft || text.trim() === '' || numberIn(text) !== undefined
  return (
    <TextField
      {...words}
      inputMode="decimal"
      autoComplete="off"
      value={text}
      error={isNumber ? error : 'Enter a number'}
      onChange={(event) => {
        setTyped(event.target.value)
        setLeft(false)
        onChange(numberIn(event.target.value))
      }}
      onBlur={() => setLeft(true)}
    />
  )
}
