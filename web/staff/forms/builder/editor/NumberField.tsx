import { useState } from 'react'

import { editorWords } from '#web/staff/forms/builder/words.ts'
import type { InputWidth } from '#web/ui/TextField.tsx'
import { TextField } from '#web/ui/TextField.tsx'

type Words = { label: string; hint?: string; isOptional?: boolean; isLabelHidden?: boolean; width: InputWidth; error?: string | undefined }
type OptionalNumber = { value: number | undefined; onChange: (value: number | undefined) => void; isAlwaysSet?: never }
/** A number that is always set. An empty field keeps the last number, and shows it again when the field loses the focus. */
type AlwaysNumber = { value: number; onChange: (value: number) => void; isAlwaysSet: true }

const numberIn = (text: string) => (/^-?\d{1,9}(\.\d{1,6})?$/.test(text.trim()) ? Number(text) : undefined)

/** A number field. Text that is not a number yet, such as a single minus, stays in the field during typing. */
export function NumberField({ value, error, onChange, isAlwaysSet, ...words }: Words & (OptionalNumber | AlwaysNumber)) {
  const [{ typed, given }, setState] = useState({ typed: value?.toString() ?? '', given: value })
  const [isLeft, setLeft] = useState(false)
  // A value that did not come from this field came from an undo or from another user, so the field shows that value.
  const text = given === value && !(isAlwaysSet && isLeft && numberIn(typed) === undefined) ? typed : (value?.toString() ?? '')
  const isNumber = !isLeft || text.trim() === '' || numberIn(text) !== undefined
  const give = (number: number | undefined) => {
    if (!isAlwaysSet) onChange(number)
    else if (number !== undefined) onChange(number)
  }
  return (
    <TextField
      {...words}
      inputMode="decimal"
      autoComplete="off"
      value={text}
      error={isNumber ? error : editorWords.notNumber}
      onChange={(event) => {
        const number = numberIn(event.target.value)
        setState({ typed: event.target.value, given: isAlwaysSet && number === undefined ? value : number })
        setLeft(false)
        give(number)
      }}
      onBlur={() => setLeft(true)}
    />
  )
}
