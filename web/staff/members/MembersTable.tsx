import type { Member } from '#contract/member-records.ts'
import { roleLabel, roles } from '#domain/roles.ts'
import { api } from '#web/api/client.ts'
import { q } from '#web/api/query.ts'
import { useListSearch } from '#web/staff/lists/list-search.ts'
import { ListPanel } from '#web/staff/lists/ListPanel.tsx'
import { Checkbox } from '#web/ui/Checkbox.tsx'
import { FilterBar } from '#web/ui/FilterBar.tsx'
import { FilterMenu } from '#web/ui/FilterMenu.tsx'
import { SearchField } from '#web/ui/SearchField.tsx'

import { memberColumns } from './member-columns.tsx'
import { memberListWords } from './words.ts'

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
      <ListPanel
        {...memberListWords}
        list={list}
        query={q(api.members.list, { params: { id: organisationId }, query: { ...list.query, filters: asked } })}
        columns={memberColumns}
        rowId={({ id }) => id}
        rowHref={rowHref}
      />
    </>
  )
}
