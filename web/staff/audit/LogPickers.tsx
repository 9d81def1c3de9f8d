import { useNavigate } from '@tanstack/react-router'

import { formatDate } from '#domain/dates.ts'
import { formatNhsNumber } from '#domain/nhs-number.ts'
import { roleLabel } from '#domain/roles.ts'
import { api } from '#web/api/client.ts'
import { q } from '#web/api/query.ts'
import { pathTo } from '#web/staff/paths.ts'
import { useOptionSearch } from '#web/staff/use-option-search.ts'
import { SearchCombo } from '#web/ui/SearchCombo.tsx'

import { auditLogWords as words } from './words.ts'

/** Opens the access log of a patient: everyone who opened or changed the record, or saw the patient in a list. */
export function PatientLogPicker() {
  const navigate = useNavigate()
  const { combo } = useOptionSearch(
    (text) => q(api.patients.list, { query: { limit: 20, sort: 'lastName', filters: text ? { search: text } : {} } }),
    ({ docs }) =>
      docs.map(({ id, fullName, nhsNumber, dateOfBirth }) => ({
        value: id,
        label: fullName,
        hint: words.patientChoice(nhsNumber ? formatNhsNumber(nhsNumber) : words.noNhsNumber, formatDate(dateOfBirth)),
      })),
  )
  return (
    <SearchCombo
      label={words.findPatient}
      isLabelHidden
      placeholder={words.findPatient}
      {...combo}
      onChoose={({ value: id }) => void navigate({ href: pathTo('patientDetails', { id }, { tab: 'log' }) })}
    />
  )
}

type MemberPickerProps = { organisationId: string; onChoose: (memberId: string) => void }

/** Leaves only the events of one user. Users who were removed are found as well. */
export function MemberLogPicker({ organisationId, onChoose }: MemberPickerProps) {
  const { combo } = useOptionSearch(
    (text) =>
      q(api.members.list, {
        params: { id: organisationId },
        query: { limit: 20, sort: 'lastName', filters: text ? { search: text } : {} },
      }),
    ({ docs }) =>
      docs.map(({ id, firstName, lastName, role }) => ({
        value: id,
        label: `${firstName} ${lastName}`,
        hint: roleLabel(role),
      })),
  )
  return (
    <SearchCombo label={words.findUser} isLabelHidden placeholder={words.findUser} {...combo} onChoose={({ value }) => onChoose(value)} />
  )
}
