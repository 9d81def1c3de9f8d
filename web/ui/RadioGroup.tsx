import { useId } from 'react'

import type { FieldWords } from './Field.tsx'
import { FieldGroup } from './FieldGroup.tsx'
import type { Option } from './Select.tsx'

type RadioGroupProps = FieldWords & {
  options: readonly Option[]
  value: string | null | undefined
  onChange: (value: string) => void
  onBlur?: () => void
  name?: string
  isInline?: boolean
}

export function RadioGroup({ options, value, onChange, onBlur, name: givenName, isInline = false, ...words }: RadioGroupProps) {
  const ownName = useId()
  return (
    <FieldGroup {...words} role="radiogroup">
      <div className={isInline ? 'choices choices--inline' : 'choices'}>
        {options.map((option, index) => {
          // The id does not use the value, because a space in it would make two ids.
          const hintId = `${ownName}-${index}`
          return (
            <div key={option.value} className="choice-field">
              <label className="choice">
                <input
                  className="radio"
                  type="radio"
                  name={givenName ?? ownName}
                  value={option.value}
                  disabled={option.disabled}
                  checked={value === option.value}
                  aria-describedby={option.hint ? hintId : undefined}
                  onChange={() => onChange(option.value)}
                  onBlur={onBlur}
                />
                <span className="choice__label">{option.label}</span>
              </label>
              {option.hint && (
                <span className="choice__hint" id={hintId}>
                  {option.hint}
                </span>
              )}
            </div>
          )
        })}
      </div>
    </FieldGroup>
  )
}
