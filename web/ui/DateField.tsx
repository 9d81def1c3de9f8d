import { useId } from 'react'
import type { FocusEvent, Ref } from 'react'

import { joinDate, padDate, splitDate } from './date-text.ts'
import type { DateText } from './date-text.ts'
import type { FieldWords } from './Field.tsx'
import { FieldGroup } from './FieldGroup.tsx'
import { dateWords } from './field-words.ts'

type DateFieldProps = FieldWords & {
  /** yyyy-mm-dd, incomplete while the user types */
  value: string
  onChange: (value: string) => void
  onBlur?: () => void
  isBirthDate?: boolean
  disabled?: boolean
  ref?: Ref<HTMLInputElement>
}

const parts = [
  { part: 'day', label: dateWords.day, autoComplete: 'bday-day', width: 2 },
  { part: 'month', label: dateWords.month, autoComplete: 'bday-month', width: 2 },
  { part: 'year', label: dateWords.year, autoComplete: 'bday-year', width: 4 },
] as const

/** Three inputs, because typing a known date is faster than choosing it in a calendar: https://service-manual.nhs.uk/design-system/components/date-input */
export function DateField({ value, onChange, onBlur, isBirthDate = false, disabled, ref, ...words }: DateFieldProps) {
  const id = useId()
  const typed = splitDate(value)
  const type = (part: keyof DateText, text: string) => onChange(joinDate({ ...typed, [part]: text.replace(/[^0-9]/g, '') }))
  const leave = (event: FocusEvent<HTMLDivElement>) => {
    if (event.currentTarget.contains(event.relatedTarget)) return
    const padded = padDate(value)
    if (padded !== value) onChange(padded)
    onBlur?.()
  }
  return (
    <FieldGroup {...words}>
      <div className="date-field" onBlur={leave}>
        {parts.map(({ part, label, autoComplete, width }, index) => (
          <div key={part}>
            <label htmlFor={`${id}-${part}`}>{label}</label>
            <input
              id={`${id}-${part}`}
              className={`input input--${width}`}
              inputMode="numeric"
              maxLength={width}
              autoComplete={isBirthDate ? autoComplete : 'off'}
              aria-invalid={words.error ? true : undefined}
              disabled={disabled}
              value={typed[part]}
              onChange={(event) => type(part, event.target.value)}
              ref={index === 0 ? ref : undefined}
            />
          </div>
        ))}
      </div>
    </FieldGroup>
  )
}
