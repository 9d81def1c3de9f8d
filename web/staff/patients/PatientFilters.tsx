import { methodLabel, notificationMethods } from '#domain/notification.ts'
import { admissionStatuses, admissionStatusLabels, sexes, sexLabels } from '#domain/patient-choices.ts'
import type { FiltersIn, FilterValue } from '#web/staff/lists/list-search.ts'
import type { patientList } from '#web/staff/searches.ts'
import { Checkbox } from '#web/ui/Checkbox.tsx'
import { FilterBar } from '#web/ui/FilterBar.tsx'
import { FilterMenu, type FilterOption } from '#web/ui/FilterMenu.tsx'
import { SearchField } from '#web/ui/SearchField.tsx'
import { Select } from '#web/ui/Select.tsx'

import { useWardOptions } from './wards.ts'
import { patientFilterWords as words } from './words.ts'

type Filters = FiltersIn<typeof patientList>
type Several = 'sex' | 'wardId' | 'method' | 'admissionStatus'

const openOptions = [
  { value: 'true', label: words.forms.open },
  { value: 'false', label: words.forms.none },
]
const knownStatuses = admissionStatuses.filter((status) => status !== '')

type PatientFiltersProps = {
  filters: Filters
  onChange: (filters: { [K in keyof Filters]?: FilterValue }, options?: { replace?: boolean }) => void
  onClear: () => void
}

export function PatientFilters({ filters, onChange, onClear }: PatientFiltersProps) {
  const wards = useWardOptions()
  const menus: { name: Several; label: string; options: readonly FilterOption[] }[] = [
    { name: 'sex', label: words.sex, options: sexes.map((sex) => ({ value: sex, label: sexLabels[sex] })) },
    { name: 'wardId', label: words.ward, options: wards },
    { name: 'method', label: words.contact, options: notificationMethods.map((method) => ({ value: method, label: methodLabel(method) })) },
    {
      name: 'admissionStatus',
      label: words.admission,
      options: knownStatuses.map((status) => ({ value: status, label: admissionStatusLabels[status] })),
    },
  ]
  const chips = menus.flatMap(({ name, label, options }) =>
    filters[name].map((value) => ({
      id: `${name}-${value}`,
      label: words.chip(label, options.find((option) => option.value === value)?.label ?? '…'),
      onRemove: () => onChange({ [name]: filters[name].filter((one) => one !== value) }),
    })),
  )
  return (
    <FilterBar chips={chips} onClear={onClear}>
      <SearchField
        label={words.search.label}
        placeholder={words.search.placeholder}
        value={filters.search}
        onSearch={(search) => onChange({ search }, { replace: true })}
      />
      {menus.map(({ name, label, options }) => (
        <FilterMenu key={name} label={label} options={options} value={filters[name]} onChange={(value) => onChange({ [name]: value })} />
      ))}
      <Select
        label={words.forms.label}
        width={20}
        placeholder={words.forms.any}
        options={openOptions}
        value={filters.hasOpenRequest}
        onChange={(event) => onChange({ hasOpenRequest: event.target.value })}
      />
      <Checkbox label={words.showArchived} checked={filters.archived} onChange={(event) => onChange({ archived: event.target.checked })} />
    </FilterBar>
  )
}
