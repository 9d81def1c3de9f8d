import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useState } from 'react'

import { counted } from '#domain/counted.ts'
import { formTypeLabel } from '#domain/form/form-type.ts'
import { api } from '#web/api/client.ts'
import { q } from '#web/api/query.ts'
import { SearchCombo } from '#web/ui/SearchCombo.tsx'

type OriginalPickerProps = {
  id: string
  chosenLabel: string
  onChoose: (id: string) => void
  onBlur: () => void
  error: string | undefined
}

/** Any form can be copied, published or not. */
export function OriginalPicker({ id, chosenLabel, onChoose, onBlur, error }: OriginalPickerProps) {
  const [search, setSearch] = useState('')
  const filters = search && search !== chosenLabel ? { search } : {}
  const found = useQuery({ ...q(api.forms.list, { query: { limit: 50, sort: 'title', filters } }), placeholderData: keepPreviousData })
  return (
    <SearchCombo
      id={id}
      label="Form to copy"
      hint="Its questions, logic, scores and red flags come along; its versions and answers stay where they are."
      error={error}
      options={found.data?.docs.map(({ id: value, title, type, questionCount }) => ({
        value,
        label: title,
        hint: `${formTypeLabel(type)} · ${counted(questionCount, 'question')}`,
      }))}
      onSearch={setSearch}
      onBlur={onBlur}
      chosenLabel={chosenLabel}
      onChoose={({ value }) => onChoose(value)}
    />
  )
}
