import { formatCount } from '#domain/amounts.ts'
import { api } from '#web/api/client.ts'
import { q } from '#web/api/query.ts'
import { useOptionSearch } from '#web/staff/use-option-search.ts'
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
  const { combo } = useOptionSearch(
    (text) => {
      const filters = { published: true, ...(text && text !== value?.title && { search: text }) }
      return q(api.forms.list, { query: { limit: 50, sort: 'title', filters } })
    },
    ({ docs }) =>
      docs.map(({ id, title, version, questionCount }) => ({
        value: id,
        label: title,
        hint: `Version ${version} · ${formatCount(questionCount, 'question')}`,
      })),
  )
  return (
    <SearchCombo
      id={id}
      label="Form"
      hint="The published version is sent"
      error={error}
      {...combo}
      onBlur={onBlur}
      chosen={value?.id}
      chosenLabel={value?.title ?? ''}
      onChoose={({ value: id, label }) => onChange({ id, title: label })}
    />
  )
}
