import { api } from '#web/api/client.ts'
import { q } from '#web/api/query.ts'
import { useListSearch } from '#web/staff/lists/use-list-search.ts'
import { patientList } from '#web/staff/searches.ts'
import { ListPanel } from '#web/staff/lists/ListPanel.tsx'
import { pathTo } from '#web/staff/paths.ts'
import { useSession } from '#web/staff/session.ts'
import { ButtonLink } from '#web/ui/Button.tsx'
import { PageHeader } from '#web/ui/PageHeader.tsx'

import { patientColumns } from './patient-columns.tsx'
import { PatientFilters } from './PatientFilters.tsx'
import { patientListWords, patientsPageWords } from './words.ts'

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
