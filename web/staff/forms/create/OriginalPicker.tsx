import { formatCount } from '#domain/amounts.ts'
import { formTypeLabel } from '#domain/form/form.ts'
import { api } from '#web/api/client.ts'
import { q } from '#web/api/query.ts'
import { useOptionSearch } from '#web/staff/use-option-search.ts'
import { SearchCombo } from '#web/ui/SearchCombo.tsx'

import { createWords } from './words.ts'

type OriginalPickerProps = {
  id: string
  chosen: string | undefined
  chosenLabel: string
  onChoose: (id: string) => void
  onBlur: () => void
  error: string | undefined
}

/** Any form can be copied, published or not. */
export function OriginalPicker({ id, chosen, chosenLabel, onChoose, onBlur, error }: OriginalPickerProps) {
  const { combo } = useOptionSearch(
    (text) => q(api.forms.list, { query: { limit: 50, sort: 'title', filters: text && text !== chosenLabel ? { search: text } : {} } }),
    ({ docs }) =>
      docs.map(({ id: value, title, type, questionCount }) => ({
        value,
        label: title,
        hint: `${formTypeLabel(type)} · ${formatCount(questionCount, 'question')}`,
      })),
  )
  return (
    <SearchCombo
      id={id}
      label={createWords.original.label}
      hint={createWords.original.hint}
      error={error}
      {...combo}
      onBlur={onBlur}
      chosen={chosen}
      chosenLabel={chosenLabel}
      onChoose={({ value }) => onChoose(value)}
    />
  )
}
