import { keepPreviousData, useQuery } from '@tanstack/react-query'

import { api } from '#web/api/client.ts'
import { q } from '#web/api/query.ts'
import { wordsOf } from '#web/api/refusal.ts'
import { useListSearch } from '#web/staff/list-search.ts'
import { pathTo } from '#web/staff/paths.ts'
import { useSession } from '#web/staff/session.ts'
import { Button, ButtonLink } from '#web/ui/Button.tsx'
import { DataTable } from '#web/ui/DataTable.tsx'
import { EmptyState } from '#web/ui/EmptyState.tsx'
import { PageHeader } from '#web/ui/PageHeader.tsx'
import { Panel } from '#web/ui/Panel.tsx'

import { patientColumns } from './patient-columns.tsx'
import { filterChoices, noFilters, PatientFilters } from './PatientFilters.tsx'

const sorts = ['lastName', 'dateOfBirth', 'nhsNumber', 'createdAt'] as const

export function PatientsPage() {
  const list = useListSearch({ sort: 'lastName', sorts, filters: noFilters, choices: filterChoices })
  const found = useQuery({ ...q(api.patients.list, { query: list.query }), placeholderData: keepPreviousData })

  return (
    <>
      <PageHeader title="Patient List" actions={<CreateButton />} />
      <PatientFilters filters={list.filters} onChange={list.setFilters} onClear={list.clearFilters} />
      <Panel isFlush>
        <DataTable
          label={list.filters.archived ? 'Archived patients' : 'Patients'}
          columns={patientColumns}
          rows={found.data?.docs}
          rowId={({ id }) => id}
          rowHref={({ id }) => pathTo('patientDetails', { id })}
          sort={list.sort}
          onSort={list.setSort}
          isStale={found.isPlaceholderData}
          error={found.isError ? { message: wordsOf(found.error), onRetry: () => void found.refetch() } : undefined}
          empty={<NoPatients isFiltered={list.isFiltered} onClear={list.clearFilters} />}
          paging={list.pagingOf(found.data)}
        />
      </Panel>
    </>
  )
}

function CreateButton() {
  const { can } = useSession()
  return (
    can('patient:create') && (
      <ButtonLink kind="primary" href={pathTo('patientCreate')}>
        Create patient
      </ButtonLink>
    )
  )
}

function NoPatients({ isFiltered, onClear }: { isFiltered: boolean; onClear: () => void }) {
  if (isFiltered)
    return (
      <EmptyState title="No patient matches" icon="search" action={<Button onClick={onClear}>Clear filters</Button>}>
        Search by the start of any part of the name, or by the first characters of the NHS number or local patient ID.
      </EmptyState>
    )
  return (
    <EmptyState title="No patients yet" icon="person" action={<CreateButton />}>
      Patients are created here one by one, or by importing form requests.
    </EmptyState>
  )
}
