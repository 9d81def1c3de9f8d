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
import { memberDetailsWords, memberWords } from './words.ts'

const { tabs } = memberDetailsWords
type Tab = keyof typeof tabs
const permissionFor = { wards: 'ward:read', log: 'log:read' } as const

type MemberDetailsProps = {
  organisationId: string
  member: Member
  manageHref: string
  tabHref: (tab: Tab) => string
}

/** A user of the viewer's organisation or, for a system administrator, of any organisation. */
export function MemberDetails({ organisationId, member, manageHref, tabHref }: MemberDetailsProps) {
  const { can } = useSession()
  const search = useSearch({ strict: false })
  const shown = (Object.keys(tabs) as Tab[]).filter((tab) => tab === 'details' || can(permissionFor[tab])) // the keys are the tabs
  const tab = shown.find((one) => one === search.tab) ?? 'details'
  return (
    <>
      <PageHeader
        title={memberWords.fullName(member)}
        badges={<MemberBadges member={member} />}
        actions={
          can('member:update') && (
            <Row>
              <AccountActions organisationId={organisationId} member={member} />
              <ButtonLink href={manageHref}>{memberDetailsWords.edit}</ButtonLink>
            </Row>
          )
        }
      />
      <Stack>
        <TabNav
          label={memberDetailsWords.tabsLabel}
          current={tab}
          tabs={shown.map((one) => ({ id: one, label: tabs[one], href: tabHref(one) }))}
        />
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
