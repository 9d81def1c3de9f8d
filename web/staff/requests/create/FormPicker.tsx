import { api } from '#web/api/client.ts'
import { q } from '#web/api/query.ts'
import { useBoundField, type Bind } from '#web/staff/use-fields.ts'
import { useOptionSearch } from '#web/staff/use-option-search.ts'
import { SearchCombo } from '#web/ui/SearchCombo.tsx'
import { newRequestFieldWords as words } from './words.ts'

type Form = { id: string; title: string }

/** Published forms only: a draft cannot be sent. */
export function FormPicker({ field }: Bind<Form | undefined>) {
  const { value, onChange, ...bound } = useBoundField(field)
  const { combo } = useOptionSearch(
    (text) => {
      const filters = { published: true, ...(text && text !== value?.title && { search: text }) }
      return q(api.forms.list, { query: { limit: 50, sort: 'title', filters } })
    },
    ({ docs }) =>
      docs.map(({ id, title, version, questionCount }) => ({
        value: id,
        label: title,
        hint: words.formChoice(version, questionCount),
      })),
  )
  return (
    <SearchCombo
      label={words.form}
      hint={words.formHint}
      {...bound}
      {...combo}
      chosen={value?.id}
      chosenLabel={value?.title ?? ''}
      onChoose={({ value: id, label }) => onChange({ id, title: label })}
    />
  )
}
