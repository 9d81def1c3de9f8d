import { RadioGroup, Select } from '#web/staff/form-fields.tsx'
import type { Bind } from '#web/staff/use-fields.ts'

import { outcomeWords as words } from './words.ts'

type OutcomeFieldProps = { choices: readonly { id: string; name: string }[]; isRequired: boolean } & Bind<string>

/** More outcomes than this are a list to open, so that the buttons of the dialog stay in sight. */
const mostRadios = 8

/** The outcome of a form request; '' is none. */
export function OutcomeField({ choices, isRequired, field }: OutcomeFieldProps) {
  const options = choices.map(({ id, name }) => ({ value: id, label: name }))
  const hint = isRequired ? words.requiredHint : undefined
  if (choices.length > mostRadios)
    return (
      <Select
        label={words.label}
        hint={hint}
        isOptional={!isRequired}
        options={options}
        placeholder={isRequired ? words.choose : words.none}
        field={field}
      />
    )
  return (
    <RadioGroup
      label={words.label}
      hint={hint}
      options={isRequired ? options : [...options, { value: '', label: words.none }]}
      field={field}
    />
  )
}
