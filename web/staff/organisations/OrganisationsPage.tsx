import type { Organisation } from '#contract/organisations.ts'
import { dateOf, formatDate } from '#domain/dates.ts'
import { api } from '#web/api/client.ts'
import { q } from '#web/api/query.ts'
import { useListSearch } from '#web/staff/lists/use-list-search.ts'
import { organisationList } from '#web/staff/searches.ts'
import { ListPanel } from '#web/staff/lists/ListPanel.tsx'
import { pathTo } from '#web/staff/paths.ts'
import { ButtonLink } from '#web/ui/Button.tsx'
import { FilterBar } from '#web/ui/FilterBar.tsx'
import { PageHeader } from '#web/ui/PageHeader.tsx'
import { SearchField } from '#web/ui/SearchField.tsx'
import type { Column } from '#web/ui/data-table.ts'

import { organisationListWords } from './words.ts'

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
  const list = useListSearch(organisationList)
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
      <ListPanel
        {...organisationListWords}
        list={list}
        query={q(api.organisations.list, { query: list.query })}
        columns={columns}
        rowId={({ id }) => id}
        rowHref={({ id }) => pathTo('organisationDetails', { id })}
        empty={{ ...organisationListWords.empty, action: create }}
      />
    </>
  )
}
