import { keepPreviousData, useQuery } from '@tanstack/react-query'

import type { Member } from '#contract/member-records.ts'
import { roleLabel, roles } from '#domain/roles.ts'
import { api } from '#web/api/client.ts'
import { q } from '#web/api/query.ts'
import { wordsOf } from '#web/api/refusal.ts'
import { useListSearch } from '#web/staff/list-search.ts'
import { Button } from '#web/ui/Button.tsx'
import { Checkbox } from '#web/ui/Checkbox.tsx'
import { DataTable } from '#web/ui/DataTable.tsx'
import { EmptyState } from '#web/ui/EmptyState.tsx'
import { FilterBar } from '#web/ui/FilterBar.tsx'
import { FilterMenu } from '#web/ui/FilterMenu.tsx'
import { Panel } from '#web/ui/Panel.tsx'
import { SearchField } from '#web/ui/SearchField.tsx'

import { memberColumns } from './member-columns.tsx'

type MembersTableProps = {
  organisationId: string
  rowHref: (member: Member) => string
}

const roleOptions = roles.map((value) => ({ value, label: roleLabel(value) }))

/** The members of one organisation; its state lives in the address. */
export function MembersTable({ organisationId, rowHref }: MembersTableProps) {
  const list = useListSearch({
    sort: 'lastName',
    sorts: ['lastName', 'emailAddress', 'role', 'lastLoginAt', 'createdAt'],
    filters: { search: '', role: [], clinician: false, removed: false },
    choices: { role: roles },
  })
  const { search, role, clinician, removed } = list.filters
  const asked = { search, ...(role.length > 0 && { role }), ...(clinician && { clinician }), ...(!removed && { active: true }) }
  const found = useQuery({
    ...q(api.members.list, { params: { id: organisationId }, query: { ...list.query, filters: asked } }),
    placeholderData: keepPreviousData,
  })
  const chips = role.map((one) => ({
    id: one,
    label: roleLabel(one),
    onRemove: () => list.setFilters({ role: role.filter((other) => other !== one) }),
  }))
  return (
    <>
      <FilterBar chips={chips} onClear={list.clearFilters}>
        <SearchField
          label="Search users"
          placeholder="Name, email or job title"
          value={search}
          onSearch={(text) => list.setFilters({ search: text }, { replace: true })}
        />
        <FilterMenu label="Role" options={roleOptions} value={role} onChange={(chosen) => list.setFilters({ role: chosen })} />
        <Checkbox label="Clinicians only" checked={clinician} onChange={(event) => list.setFilters({ clinician: event.target.checked })} />
        <Checkbox label="Show removed" checked={removed} onChange={(event) => list.setFilters({ removed: event.target.checked })} />
      </FilterBar>
      <Panel isFlush>
        <DataTable
          label="Users"
          columns={memberColumns}
          rows={found.data?.docs}
          rowId={({ id }) => id}
          rowHref={rowHref}
          sort={list.sort}
          onSort={list.setSort}
          isStale={found.isPlaceholderData}
          error={found.isError ? { message: wordsOf(found.error), onRetry: () => void found.refetch() } : undefined}
          empty={<NoMembers isFiltered={list.isFiltered} onClear={list.clearFilters} />}
          paging={list.pagingOf(found.data)}
        />
      </Panel>
    </>
  )
}

const NoMembers = ({ isFiltered, onClear }: { isFiltered: boolean; onClear: () => void }) =>
  isFiltered ? (
    <EmptyState title="No user matches" icon="search" action={<Button onClick={onClear}>Clear filters</Button>}>
      Look for another name, or clear the filters.
    </EmptyState>
  ) : (
    <EmptyState title="No users yet">Users are the people who work in this organisation.</EmptyState>
  )
