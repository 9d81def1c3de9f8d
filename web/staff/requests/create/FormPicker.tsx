import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useState } from 'react'

import { counted } from '#domain/counted.ts'
import { api } from '#web/api/client.ts'
import { q } from '#web/api/query.ts'
import { SearchCombo } from '#web/ui/SearchCombo.tsx'

type Form = { id: string; title: string }
type FormPickerProps = {
  id: string
  value: Form | undefined
  onChange: (form: Form) => void
  onBlur: () => void
  error: string | undefined
}

/** Published forms only: a draft cannot be sent. */
export function FormPicker({ id, value, onChange, onBlur, error }: FormPickerProps) {
  const [search, setSearch] = useState('')
  const filters = { published: true, ...(search && search !== value?.title && { search }) }
  const found = useQuery({ ...q(api.forms.list, { query: { limit: 50, sort: 'title', filters } }), placeholderData: keepPreviousData })
  return (
    <SearchCombo
      id={id}
      label="Form"
      hint="The published version is sent"
      error={error}
      options={found.data?.docs.map(({ id, title, version, questionCount }) => ({
        value: id,
        label: title,
        hint: `Version ${version} · ${counted(questionCount, 'question')}`,
      }))}
      onSearch={setSearch}
      onBlur={onBlur}
      chosenLabel={value?.title ?? ''}
      onChoose={({ value: id, label }) => onChange({ id, title: label })}
    />
  )
}
