import type { Patient } from '#contract/patients.ts'
import { ageOn, formatDate } from '#domain/dates.ts'
import { dateOf } from '#domain/moments.ts'
import { formatNhsNumber } from '#domain/nhs-number.ts'
import { byMethod, methodLabel, notificationMethods } from '#domain/notification.ts'
import { admissionStatuses, admissionStatusLabels, sexes, sexLabels } from '#domain/patient-choices.ts'
import { api } from '#web/api/client.ts'
import { q } from '#web/api/query.ts'
import { ListPanel } from '#web/staff/lists/ListPanel.tsx'
import type { FiltersIn, FilterValue } from '#web/staff/lists/list-search.ts'
import { useListSearch } from '#web/staff/lists/use-list-search.ts'
import { pathTo } from '#web/staff/paths.ts'
import { patientList } from '#web/staff/searches.ts'
import { useSession } from '#web/staff/session.ts'
import { Badge } from '#web/ui/Badge.tsx'
import { ButtonLink } from '#web/ui/Button.tsx'
import { Checkbox } from '#web/ui/Checkbox.tsx'
import { Clipped } from '#web/ui/Clipped.tsx'
import { FilterBar } from '#web/ui/FilterBar.tsx'
import { FilterMenu } from '#web/ui/FilterMenu.tsx'
import type { FilterOption } from '#web/ui/FilterOptions.tsx'
import { PageHeader } from '#web/ui/PageHeader.tsx'
import { SearchField } from '#web/ui/SearchField.tsx'
import { Select } from '#web/ui/Select.tsx'
import type { Column } from '#web/ui/data-table.ts'

import { useWardOptions } from './wards.ts'
import { patientFilterWords, patientListWords, patientsPageWords } from './words.ts'

const { labelOfArchived, ...words } = patientListWords

export function PatientsPage() {
  const list = useListSearch(patientList)

  return (
    <>
      <PageHeader title={patientsPageWords.title} actions={<CreateButton />} />
      <PatientFilters filters={list.filters} onChange={list.setFilters} onClear={list.clearFilters} />
      <ListPanel
        {...words}
        label={list.filters.archived ? labelOfArchived : words.label}
        list={list}
        query={q(api.patients.list, { query: list.query })}
        columns={patientColumns}
        rowId={({ id }) => id}
        rowHref={({ id }) => pathTo('patientDetails', { id })}
        empty={{ ...words.empty, icon: 'person', action: <CreateButton /> }}
      />
    </>
  )
}

function CreateButton() {
  const { can } = useSession()
  return (
    can('patient:create') && (
      <ButtonLink kind="primary" href={pathTo('patientCreate')}>
        {patientsPageWords.create}
      </ButtonLink>
    )
  )
}

const born = ({ dateOfBirth, deceased }: Patient) =>
  deceased ? formatDate(dateOfBirth) : `${formatDate(dateOfBirth)} (${ageOn(dateOfBirth, dateOf(new Date()))})`

/** Last name first, for reading down a list. The details page has the first name first. */
const patientColumns: Column<Patient>[] = [
  {
    id: 'name',
    header: patientsPageWords.columns.name,
    cell: (patient) => <Name patient={patient} />,
    sortBy: 'lastName',
    isRowHeader: true,
  },
  {
    id: 'nhsNumber',
    header: patientsPageWords.columns.nhsNumber,
    cell: ({ nhsNumber }) => formatNhsNumber(nhsNumber ?? '–'),
    sortBy: 'nhsNumber',
    isNowrap: true,
  },
  { id: 'born', header: patientsPageWords.columns.born, cell: born, sortBy: 'dateOfBirth', isNowrap: true },
  { id: 'sex', header: patientsPageWords.columns.sex, cell: ({ sex }) => (sex ? sexLabels[sex] : '–') },
  { id: 'localId', header: patientsPageWords.columns.localPatientId, cell: ({ localPatientId }) => localPatientId ?? '–', isNowrap: true },
  { id: 'place', header: patientsPageWords.columns.place, cell: (patient) => <Place patient={patient} />, isNowrap: true },
  { id: 'ward', header: patientsPageWords.columns.ward, cell: ({ ward }) => (ward ? <Clipped text={ward.name} size="md" /> : '–') },
  { id: 'method', header: patientsPageWords.columns.contact, cell: (patient) => <Contact patient={patient} />, isNowrap: true },
  { id: 'open', header: patientsPageWords.columns.openForms, cell: ({ openRequests }) => openRequests || '–', align: 'end' },
]

function Name({ patient: { firstName, lastName, archived, mergedIntoId, deceased } }: { patient: Patient }) {
  return (
    <>
      {lastName}, {firstName}{' '}
      {deceased && (
        <Badge kind="dark" size="2xs">
          {patientsPageWords.deceased}
        </Badge>
      )}{' '}
      {archived && (
        <Badge kind="dark" size="2xs">
          {mergedIntoId ? patientsPageWords.merged : patientsPageWords.archived}
        </Badge>
      )}
    </>
  )
}

/** A long town is shortened, and the postcode never. */
function Place({ patient: { address } }: { patient: Patient }) {
  const { town, postcode } = address
  if (!town) return postcode ?? '–'
  return (
    <>
      <Clipped text={town} size="md" />
      {postcode && `, ${postcode}`}
    </>
  )
}

function Contact({ patient: { mayBeContacted, preferredMethod, optedOutMethods } }: { patient: Patient }) {
  if (!mayBeContacted)
    return (
      <Badge kind="warning" size="2xs">
        {patientsPageWords.doNotContact}
      </Badge>
    )
  return (
    <>
      {preferredMethod ? methodLabel(preferredMethod) : '–'}{' '}
      {optedOutMethods.length > 0 && (
        <Badge kind="warning" size="2xs">
          {patientsPageWords.optedOut(optedOutMethods.map(byMethod).join(' or '))}
        </Badge>
      )}
    </>
  )
}

type Filters = FiltersIn<typeof patientList>
type Several = 'sex' | 'wardId' | 'method' | 'admissionStatus'

const openOptions = [
  { value: 'true', label: patientFilterWords.forms.open },
  { value: 'false', label: patientFilterWords.forms.none },
]
const markOptions = [
  { value: 'deceased', label: patientFilterWords.marked.deceased },
  { value: 'optedOut', label: patientFilterWords.marked.optedOut },
]
const markOf = ({ deceased, optedOut }: Filters) => (deceased === 'true' ? 'deceased' : optedOut === 'true' ? 'optedOut' : '')
const knownStatuses = admissionStatuses.filter((status) => status !== '')

type PatientFiltersProps = {
  filters: Filters
  onChange: (filters: { [K in keyof Filters]?: FilterValue }, options?: { replace?: boolean }) => void
  onClear: () => void
}

export function PatientFilters({ filters, onChange, onClear }: PatientFiltersProps) {
  const wards = useWardOptions()
  const menus: { name: Several; label: string; options: readonly FilterOption[] }[] = [
    { name: 'sex', label: patientFilterWords.sex, options: sexes.map((sex) => ({ value: sex, label: sexLabels[sex] })) },
    { name: 'wardId', label: patientFilterWords.ward, options: wards },
    {
      name: 'method',
      label: patientFilterWords.contact,
      options: notificationMethods.map((method) => ({ value: method, label: methodLabel(method) })),
    },
    {
      name: 'admissionStatus',
      label: patientFilterWords.admission,
      options: knownStatuses.map((status) => ({ value: status, label: admissionStatusLabels[status] })),
    },
  ]
  const chips = menus.flatMap(({ name, label, options }) =>
    filters[name].map((value) => ({
      id: `${name}-${value}`,
      label: patientFilterWords.chip(label, options.find((option) => option.value === value)?.label ?? '…'),
      onRemove: () => onChange({ [name]: filters[name].filter((one) => one !== value) }),
    })),
  )
  return (
    <FilterBar chips={chips} onClear={onClear}>
      <SearchField
        label={patientFilterWords.search.label}
        placeholder={patientFilterWords.search.placeholder}
        value={filters.search}
        onSearch={(search) => onChange({ search }, { replace: true })}
      />
      {menus.map(({ name, label, options }) => (
        <FilterMenu key={name} label={label} options={options} value={filters[name]} onChange={(value) => onChange({ [name]: value })} />
      ))}
      <Select
        label={patientFilterWords.forms.label}
        width={20}
        placeholder={patientFilterWords.forms.any}
        options={openOptions}
        value={filters.hasOpenRequest}
        onChange={(event) => onChange({ hasOpenRequest: event.target.value })}
      />
      <Select
        label={patientFilterWords.marked.label}
        width={20}
        placeholder={patientFilterWords.marked.any}
        options={markOptions}
        value={markOf(filters)}
        onChange={({ target: { value } }) =>
          onChange({ deceased: value === 'deceased' ? 'true' : '', optedOut: value === 'optedOut' ? 'true' : '' })
        }
      />
      <Checkbox
        label={patientFilterWords.showArchived}
        checked={filters.archived}
        onChange={(event) => onChange({ archived: event.target.checked })}
      />
    </FilterBar>
  )
}
