import { useState } from 'react'

import { FilterBar } from '#web/ui/FilterBar.tsx'
import { FilterMenu } from '#web/ui/FilterMenu.tsx'
import { SearchField } from '#web/ui/SearchField.tsx'
import { TabNav } from '#web/ui/TabNav.tsx'

import { Sample } from './Sample.tsx'
import { specialties, statuses } from './sample-requests.ts'

export function FiltersSample() {
  return (
    <Sample title="Filters and tabs">
      <SampleFilters />
      <TabNav
        label="Form"
        current="submissions"
        tabs={[
          { id: 'preview', label: 'Preview', href: '#preview' },
          { id: 'information', label: 'Information', href: '#information' },
          { id: 'submissions', label: 'Submissions', href: '#submissions', count: 1204 },
          { id: 'versions', label: 'Versions', href: '#versions', count: 3 },
        ]}
      />
    </Sample>
  )
}

export function SampleFilters() {
  const [text, setText] = useState('')
  const [status, setStatus] = useState(['Opened', 'Completed'])
  const [specialty, setSpecialty] = useState<string[]>([])
  const statusOptions = statuses.map(({ label }, index) => ({ value: label, label, count: (index + 1) * 217 }))
  return (
    <FilterBar
      label="Filter the requests"
      chips={status.map((one) => ({
        id: one,
        label: `Status: ${one}`,
        onRemove: () => setStatus(status.filter((other) => other !== one)),
      }))}
      onClear={() => setStatus([])}
    >
      <SearchField label="Search" placeholder="Patient, NHS number or pathway" isLabelHidden value={text} onSearch={setText} />
      <FilterMenu label="Status" options={statusOptions} value={status} onChange={setStatus} />
      <FilterMenu label="Specialty" options={specialties} value={specialty} onChange={setSpecialty} />
      <FilterMenu label="Form" options={[]} value={[]} onChange={setSpecialty} />
      <FilterMenu label="Assignee" options={[]} value={[]} onChange={setSpecialty} />
      <FilterMenu label="Sent by" options={[]} value={[]} onChange={setSpecialty} />
    </FilterBar>
  )
}
