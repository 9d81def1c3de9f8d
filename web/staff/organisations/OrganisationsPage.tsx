import { keepPreviousData, useQuery } from '@tanstack/react-query'

import type { Organisation } from '#contract/organisations.ts'
import { dateOf, formatDate } from '#domain/dates.ts'
import { api } from '#web/api/client.ts'
import { q } from '#web/api/query.ts'
import { wordsOf } from '#web/api/refusal.ts'
import { useListSearch } from '#web/staff/list-search.ts'
import { pathTo } from '#web/staff/paths.ts'
import { Button, ButtonLink } from '#web/ui/Button.tsx'
import { DataTable } from '#web/ui/DataTable.tsx'
import { EmptyState } from '#web/ui/EmptyState.tsx'
import { FilterBar } from '#web/ui/FilterBar.tsx'
import { PageHeader } from '#web/ui/PageHeader.tsx'
import { Panel } from '#web/ui/Panel.tsx'
import { SearchField } from '#web/ui/SearchField.tsx'
import type { Column } from '#web/ui/data-table.ts'

const count = (total: number) => total.toLocaleString('en-GB')

const columns: Column<Organisation>[] = [
  { id: 'name', header: 'Name', cell: ({ name }) => name, sortBy: 'name', isRowHeader: true },
  { id: 'odsCode', header: 'ODS Code', cell: ({ odsCode }) => odsCode, sortBy: 'odsCode', isNowrap: true },
  { id: 'code', header: 'Number', cell: ({ code }) => code || <span className="muted">–</span>, isNowrap: true },
  { id: 'members', header: 'Users', cell: ({ totalMembers }) => count(totalMembers), sortBy: 'totalMembers', align: 'end' },
  { id: 'patients', header: 'Patients', cell: ({ totalPatients }) => count(totalPatients), sortBy: 'totalPatients', align: 'end' },
  { id: 'active', header: 'Active patients', cell: ({ totalActivePatients }) => count(totalActivePatients), align: 'end' },
  { id: 'created', header: 'Created', cell: ({ createdAt }) => formatDate(dateOf(createdAt)), sortBy: 'createdAt', isNowrap: true },
]

const create = (
  <ButtonLink kind="primary" href={pathTo('organisationCreate')}>
    Create organisation
  </ButtonLink>
)

export function OrganisationsPage() {
  const list = useListSearch({
    sort: 'name',
    sorts: ['name', 'odsCode', 'createdAt', 'totalPatients', 'totalMembers'],
    filters: { search: '' },
  })
  const found = useQuery({ ...q(api.organisations.list, { query: list.query }), placeholderData: keepPreviousData })
  const empty = list.isFiltered ? (
    <EmptyState title="No organisation matches" icon="search" action={<Button onClick={list.clearFilters}>Clear the search</Button>} />
  ) : (
    <EmptyState title="No organisations yet" action={create}>
      An organisation has its own users, patients and forms, which no other sees.
    </EmptyState>
  )
  return (
    <>
      <PageHeader title="Organisation List" actions={create} />
      <FilterBar>
        <SearchField
          label="Search organisations"
          placeholder="Name, ODS code or number"
          value={list.filters.search}
          onSearch={(search) => list.setFilters({ search }, { replace: true })}
        />
      </FilterBar>
      <Panel isFlush>
        <DataTable
          label="Organisations"
          columns={columns}
          rows={found.data?.docs}
          rowId={({ id }) => id}
          rowHref={({ id }) => pathTo('organisationDetails', { id })}
          sort={list.sort}
          onSort={list.setSort}
          isStale={found.isPlaceholderData}
          error={found.isError ? { message: wordsOf(found.error), onRetry: () => void found.refetch() } : undefined}
          empty={empty}
          paging={list.pagingOf(found.data)}
        />
      </Panel>
    </>
  )
}
