import { useRouterState } from '@tanstack/react-router'

import type { Member } from '#contract/member-records.ts'
import { MemberLog } from '#web/staff/audit/MemberLog.tsx'
import { pathTo } from '#web/staff/paths.ts'
import { useSession } from '#web/staff/session.ts'
import { WardAccess } from '#web/staff/wards/WardAccess.tsx'
import { ButtonLink } from '#web/ui/Button.tsx'
import { Stack } from '#web/ui/Layout.tsx'
import { PageHeader } from '#web/ui/PageHeader.tsx'
import { Panel } from '#web/ui/Panel.tsx'
import { TabNav } from '#web/ui/TabNav.tsx'

import { MemberBadges } from './MemberBadges.tsx'
import { MemberInformation } from './MemberInformation.tsx'
import { MemberLoader } from './MemberLoader.tsx'

const tabs = { details: 'Details', wards: 'Ward Access', log: 'Audit Log' }
type Tab = keyof typeof tabs

export const MemberPage = ({ id }: { id: string }) => (
  <MemberLoader id={id} title="User Details">
    {(member) => <Details member={member} />}
  </MemberLoader>
)

function Details({ member }: { member: Member }) {
  const { can } = useSession()
  const search = useRouterState({ select: (state) => state.location.search as { tab?: unknown } }) // whatever the address says
  const shown = (Object.keys(tabs) as Tab[]).filter((tab) => tab !== 'log' || can('log:read')) // the keys are the tabs
  const tab = shown.find((one) => one === search.tab) ?? 'details'
  return (
    <>
      <PageHeader
        title={`${member.firstName} ${member.lastName}`}
        badges={<MemberBadges member={member} />}
        actions={can('member:update') && <ButtonLink href={pathTo('userManage', { id: member.id })}>Manage user</ButtonLink>}
      />
      <Stack>
        <TabNav
          label="User"
          current={tab}
          tabs={shown.map((one) => ({ id: one, label: tabs[one], href: pathTo('userDetails', { id: member.id }, { tab: one }) }))}
        />
        {tab === 'details' && (
          <Panel>
            <MemberInformation member={member} />
          </Panel>
        )}
        {tab === 'wards' && <WardAccess member={member} />}
        {tab === 'log' && <MemberLog memberId={member.id} />}
      </Stack>
    </>
  )
}
