import { useSearch } from '@tanstack/react-router'

import { pathTo } from '#web/staff/paths.ts'
import { useSession } from '#web/staff/session.ts'
import { WardsPanel } from '#web/staff/wards/WardsPanel.tsx'
import { ButtonLink } from '#web/ui/Button.tsx'
import { Stack } from '#web/ui/Layout.tsx'
import { PageHeader } from '#web/ui/PageHeader.tsx'
import { TabNav } from '#web/ui/TabNav.tsx'

import { MembersTable } from './MembersTable.tsx'

const tabs = [
  { id: 'users', label: 'Users', href: pathTo('usersList') },
  { id: 'wards', label: 'Wards', href: pathTo('usersList', {}, { tab: 'wards' }) },
]

export function MembersPage() {
  const { member, can } = useSession()
  const search = useSearch({ from: '/inside/users' })
  const tab = search.tab === 'wards' && can('ward:read') ? 'wards' : 'users'
  return (
    <>
      <PageHeader
        title="User List"
        actions={
          tab === 'users' &&
          can('member:create') && (
            <ButtonLink kind="primary" href={pathTo('userCreate')}>
              Create user
            </ButtonLink>
          )
        }
      />
      <Stack>
        {can('ward:read') && <TabNav label="Users and wards" current={tab} tabs={tabs} />}
        {tab === 'users' ? (
          <MembersTable organisationId={member.organisationId} rowHref={({ id }) => pathTo('userDetails', { id })} />
        ) : (
          <WardsPanel organisationId={member.organisationId} />
        )}
      </Stack>
    </>
  )
}
