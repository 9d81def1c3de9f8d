import { useState } from 'react'

import type { InputWidth } from '#web/ui/TextField.tsx'
import { TextField } from '#web/ui/TextField.tsx'

type Words = { label: string; hint?: string; isOptional?: boolean; isLabelHidden?: boolean; width: InputWidth; error?: string | undefined }
type OptionalNumber = { value: number | undefined; onChange: (value: number | undefined) => void; isAlwaysSet?: never }
/** There must be a number: while the field is empty the one before is kept, and shown again when the field is left empty. */
type AlwaysNumber = { value: number; onChange: (value: number) => void; isAlwaysSet: true }

const numberIn = (text: string) => (/^-?\d{1,9}(\.\d{1,6})?$/.test(text.trim()) ? Number(text) : undefined)

/** A number as it is typed: what is not a number yet, such as nothing or a minus alone, stays in the field while somebody types. */
export function NumberField({ value, error, onChange, isAlwaysSet, ...words }: Words & (OptionalNumber | AlwaysNumber)) {
  const [{ typed, given }, setState] = useState({ typed: value?.toString() ?? '', given: value })
  const [isLeft, setLeft] = useState(false)
  // When the value is not the one this field gave last, somebody else changed it, or an undo did: that one is shown.
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
      error={isNumber ? error : 'Enter a number'}
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
