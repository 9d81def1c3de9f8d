import { useSearch } from '@tanstack/react-router'

import type { Member } from '#contract/members.ts'
import { MemberLog } from '#web/staff/audit/MemberLog.tsx'
import { useSession } from '#web/staff/session.ts'
import { WardAccess } from '#web/staff/wards/WardAccess.tsx'
import { ButtonLink } from '#web/ui/Button.tsx'
import { Row, Stack } from '#web/ui/Layout.tsx'
import { PageHeader } from '#web/ui/PageHeader.tsx'
import { Panel } from '#web/ui/Panel.tsx'
import { TabNav } from '#web/ui/TabNav.tsx'

import { AccountActions } from './AccountActions.tsx'
import { MemberBadges } from './MemberBadges.tsx'
import { MemberInformation } from './MemberInformation.tsx'

const tabs = { details: 'Details', wards: 'Ward Access', log: 'Audit Log' }
type Tab = keyof typeof tabs
const needs = { wards: 'ward:read', log: 'log:read' } as const

type MemberDetailsProps = {
  organisationId: string
  member: Member
  manageHref: string
  /** where each tab is */
  tabHref: (tab: Tab) => string
}

/** A member of one's own organisation, or, for those who run the system, of any. */
export function MemberDetails({ organisationId, member, manageHref, tabHref }: MemberDetailsProps) {
  const { can } = useSession()
  const search = useSearch({ strict: false })
  const shown = (Object.keys(tabs) as Tab[]).filter((tab) => tab === 'details' || can(needs[tab])) // the keys are the tabs
  const tab = shown.find((one) => one === search.tab) ?? 'details'
  return (
    <>
      <PageHeader
        title={`${member.firstName} ${member.lastName}`}
        badges={<MemberBadges member={member} />}
        actions={
          can('member:update') && (
            <Row>
              <AccountActions organisationId={organisationId} member={member} />
              <ButtonLink href={manageHref}>Manage user</ButtonLink>
            </Row>
          )
        }
      />
      <Stack>
        <TabNav label="User" current={tab} tabs={shown.map((one) => ({ id: one, label: tabs[one], href: tabHref(one) }))} />
        {tab === 'details' && (
          <Panel>
            <MemberInformation member={member} />
          </Panel>
        )}
        {tab === 'wards' && <WardAccess member={member} />}
        {tab === 'log' && <MemberLog organisationId={organisationId} memberId={member.id} />}
      </Stack>
    </>
  )
}
