import type { Organisation } from '#contract/organisations.ts'
import { formatDate } from '#domain/dates.ts'
import { dateOf } from '#domain/moments.ts'
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

import { organisationLabels, organisationListWords, organisationsPageWords } from './words.ts'

const { columns: headers } = organisationsPageWords
const count = (total: number) => total.toLocaleString('en-GB')

const columns: Column<Organisation>[] = [
  { id: 'name', header: organisationLabels.name, cell: ({ name }) => name, sortBy: 'name', isRowHeader: true },
  { id: 'odsCode', header: organisationLabels.odsCode, cell: ({ odsCode }) => odsCode, sortBy: 'odsCode', isNowrap: true },
  { id: 'code', header: headers.number, cell: ({ code }) => code || <span className="muted">–</span>, isNowrap: true },
  { id: 'members', header: headers.users, cell: ({ totalMembers }) => count(totalMembers), sortBy: 'totalMembers', align: 'end' },
  { id: 'patients', header: headers.patients, cell: ({ totalPatients }) => count(totalPatients), sortBy: 'totalPatients', align: 'end' },
  { id: 'active', header: headers.activePatients, cell: ({ totalActivePatients }) => count(totalActivePatients), align: 'end' },
  { id: 'created', header: headers.created, cell: ({ createdAt }) => formatDate(dateOf(createdAt)), sortBy: 'createdAt', isNowrap: true },
]

const create = (
  <ButtonLink kind="primary" href={pathTo('organisationCreate')}>
    {organisationsPageWords.create}
  </ButtonLink>
)

export function OrganisationsPage() {
  const list = useListSearch(organisationList)
  return (
    <>
      <PageHeader title={organisationsPageWords.title} actions={create} />
      <FilterBar>
        <SearchField
          label={organisationsPageWords.search}
          placeholder={organisationsPageWords.searchExample}
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
