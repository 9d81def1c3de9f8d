import { canOpenReports, roles } from '#domain/roles.ts'
import { api } from '#web/api/client.ts'
import { q } from '#web/api/query.ts'
import { useBoundField, type Bind } from '#web/staff/use-fields.ts'
import { useOptionSearch } from '#web/staff/use-option-search.ts'
import { SearchCombo } from '#web/ui/SearchCombo.tsx'

import { createReportWords, scheduleWords } from './words.ts'

export type Named = { id: string; name: string }

/** Searches the organisations by name and ODS code while typing, because there can be thousands. `onChosen`: called after each choice. */
export function OrganisationPicker({ field, onChosen }: Bind<Named | undefined> & { onChosen?: () => void }) {
  const { value, onChange, ...bound } = useBoundField(field)
  const { combo } = useOptionSearch(
    (text) => {
      const filters = text && text !== value?.name ? { search: text } : {}
      return q(api.organisations.list, { query: { page: 1, limit: 20, sort: 'name', filters } })
    },
    ({ docs }) => docs.map(({ id, name, odsCode }) => ({ value: id, label: name, hint: odsCode })),
  )
  return (
    <SearchCombo
      {...createReportWords.organisation}
      {...bound}
      {...combo}
      chosen={value?.id}
      chosenLabel={value?.name ?? ''}
      onChoose={({ value: id, label }) => {
        onChange({ id, name: label })
        onChosen?.()
      }}
      onEmpty={() => onChange(undefined)}
    />
  )
}

/** Searches the users of an organisation who can open reports. */
export function RecipientPicker({ field, organisationId }: Bind<Named | undefined> & { organisationId: string }) {
  const { value, onChange, ...bound } = useBoundField(field)
  const { combo } = useOptionSearch(
    (text) => {
      const filters = {
        active: true,
        role: roles.filter(canOpenReports),
        ...(text && text !== value?.name && { search: text }),
      }
      return q(api.members.list, { params: { id: organisationId }, query: { limit: 20, sort: 'lastName', filters } })
    },
    ({ docs }) =>
      docs.map(({ id, firstName, lastName, emailAddress }) => ({ value: id, label: `${firstName} ${lastName}`, hint: emailAddress })),
  )
  return (
    <SearchCombo
      label={scheduleWords.user.label}
      hint={scheduleWords.user.hint}
      {...bound}
      {...combo}
      chosen={value?.id}
      chosenLabel={value?.name ?? ''}
      onChoose={({ value: id, label }) => onChange({ id, name: label })}
      onEmpty={() => onChange(undefined)}
    />
  )
}
