import type { Member } from '#contract/members.ts'
import { formatDateTime } from '#domain/moments.ts'
import { roleLabel, roles } from '#domain/roles.ts'
import { ListPanel } from '#web/staff/lists/ListPanel.tsx'
import { useListSearch } from '#web/staff/lists/use-list-search.ts'
import { memberList } from '#web/staff/searches.ts'
import { Checkbox } from '#web/ui/Checkbox.tsx'
import { EmailAddress } from '#web/ui/EmailAddress.tsx'
import { FilterBar } from '#web/ui/FilterBar.tsx'
import { FilterMenu } from '#web/ui/FilterMenu.tsx'
import { SearchField } from '#web/ui/SearchField.tsx'
import type { Column } from '#web/ui/data-table.ts'

import { MemberBadges } from './MemberBadges.tsx'
import { memberPage } from './member-page.ts'
import { memberLabels, memberListWords, membersPageWords, memberWords } from './words.ts'

type MembersTableProps = {
  organisationId: string
  rowHref: (member: Member) => string
}

const roleOptions = roles.map((value) => ({ value, label: roleLabel(value) }))

/** The users of one organisation. The address of the page holds the filters, so that a reload keeps them. */
export function MembersTable({ organisationId, rowHref }: MembersTableProps) {
  const list = useListSearch(memberList)
  const { search, role, clinician, removed } = list.filters
  const chips = role.map((one) => ({
    id: one,
    label: roleLabel(one),
    onRemove: () => list.setFilters({ role: role.filter((other) => other !== one) }),
  }))
  return (
    <>
      <FilterBar chips={chips} onClear={list.clearFilters}>
        <SearchField
          label={membersPageWords.search}
          placeholder={membersPageWords.searchExample}
          value={search}
          onSearch={(text) => list.setFilters({ search: text }, { replace: true })}
        />
        <FilterMenu label={memberLabels.role} options={roleOptions} value={role} onChange={(chosen) => list.setFilters({ role: chosen })} />
        <Checkbox
          label={membersPageWords.cliniciansOnly}
          checked={clinician}
          onChange={(event) => list.setFilters({ clinician: event.target.checked })}
        />
        <Checkbox
          label={membersPageWords.showRemoved}
          checked={removed}
          onChange={(event) => list.setFilters({ removed: event.target.checked })}
        />
      </FilterBar>
      <ListPanel
        {...memberListWords}
        list={list}
        query={memberPage(organisationId, list.query)}
        columns={memberColumns}
        rowId={({ id }) => id}
        rowHref={rowHref}
      />
    </>
  )
}

const memberColumns: Column<Member>[] = [
  { id: 'name', header: memberLabels.name, cell: memberWords.fullName, sortBy: 'lastName', isRowHeader: true },
  {
    id: 'email',
    header: memberLabels.emailAddress,
    cell: ({ emailAddress }) => <EmailAddress>{emailAddress}</EmailAddress>,
    sortBy: 'emailAddress',
  },
  { id: 'role', header: memberLabels.role, cell: (member) => <MemberBadges member={member} />, sortBy: 'role' },
  { id: 'job', header: memberLabels.jobTitle, cell: ({ jobTitle }) => jobTitle || <span className="muted">–</span> },
  {
    id: 'login',
    header: memberLabels.lastSignIn,
    cell: ({ lastLoginAt }) => (lastLoginAt ? formatDateTime(lastLoginAt) : <span className="muted">{memberWords.never}</span>),
    sortBy: 'lastLoginAt',
    isNowrap: true,
  },
]
