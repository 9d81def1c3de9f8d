import { useSearch } from '@tanstack/react-router'

import { pathTo } from '#web/staff/paths.ts'
import { useSession } from '#web/staff/session.ts'
import { WardsPanel } from '#web/staff/wards/WardsPanel.tsx'
import { ButtonLink } from '#web/ui/Button.tsx'
import { Stack } from '#web/ui/Layout.tsx'
import { PageHeader } from '#web/ui/PageHeader.tsx'
import { TabNav } from '#web/ui/TabNav.tsx'

import { MembersTable } from './MembersTable.tsx'
import { membersPageWords } from './words.ts'

const tabs = [
  { id: 'users', label: membersPageWords.tabs.users, href: pathTo('usersList') },
  { id: 'wards', label: membersPageWords.tabs.wards, href: pathTo('usersList', {}, { tab: 'wards' }) },
]

export function MembersPage() {
  const { member, can } = useSession()
  const search = useSearch({ from: '/inside/users' })
  const tab = search.tab === 'wards' && can('ward:read') ? 'wards' : 'users'
  return (
    <>
      <PageHeader
        title={membersPageWords.title}
        actions={
          tab === 'users' &&
          can('member:create') && (
            <ButtonLink kind="primary" href={pathTo('userCreate')}>
              {membersPageWords.create}
            </ButtonLink>
          )
        }
      />
      <Stack>
        {can('ward:read') && <TabNav label={membersPageWords.tabs.label} current={tab} tabs={tabs} />}
        {tab === 'users' ? (
          <MembersTable organisationId={member.organisationId} rowHref={({ id }) => pathTo('userDetails', { id })} />
        ) : (
          <WardsPanel organisationId={member.organisationId} />
        )}
      </Stack>
    </>
  )
}
