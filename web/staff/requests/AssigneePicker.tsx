import { roleLabel } from '#domain/roles.ts'
import { api } from '#web/api/client.ts'
import { q } from '#web/api/query.ts'
import { useSession } from '#web/staff/session.ts'
import { useBoundField, type Bind } from '#web/staff/use-fields.ts'
import { useOptionSearch } from '#web/staff/use-option-search.ts'
import { SearchCombo } from '#web/ui/SearchCombo.tsx'
import { assigneeWords as words } from './words.ts'

export type Colleague = { id: string; name: string }

/** Searches the active members by name while typing. */
export function AssigneePicker({ field }: Bind<Colleague | undefined>) {
  const { value, onChange, ...bound } = useBoundField(field)
  const { member } = useSession()
  const { combo } = useOptionSearch(
    (text) => {
      const filters = { active: true, ...(text && text !== value?.name && { search: text }) }
      return q(api.members.list, { params: { id: member.organisationId }, query: { limit: 20, sort: 'lastName', filters } })
    },
    ({ docs }) =>
      docs.map(({ id, firstName, lastName, jobTitle, role }) => ({
        value: id,
        label: `${firstName} ${lastName}`,
        hint: id === member.id ? words.you(jobTitle || roleLabel(role)) : jobTitle || roleLabel(role),
      })),
  )
  return (
    <SearchCombo
      label={words.label}
      hint={words.hint}
      {...bound}
      {...combo}
      chosen={value?.id}
      chosenLabel={value?.name ?? ''}
      onChoose={({ value: id, label }) => onChange({ id, name: label })}
    />
  )
}
