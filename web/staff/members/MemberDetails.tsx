import { useMutation } from '@tanstack/react-query'
import { useRouteContext, useSearch } from '@tanstack/react-router'
import { useState } from 'react'

import type { Member } from '#contract/members.ts'
import { formatDateTime } from '#domain/moments.ts'
import { roleDescription } from '#domain/role-abilities.ts'
import { roleLabel } from '#domain/roles.ts'
import { api } from '#web/api/client.ts'
import { wordsOf } from '#web/api/refusal.ts'
import { MemberLog } from '#web/staff/audit/MemberLog.tsx'
import { useSession } from '#web/staff/session.ts'
import { WardAccess } from '#web/staff/wards/WardAccess.tsx'
import { Button, ButtonLink } from '#web/ui/Button.tsx'
import { ConfirmDialog } from '#web/ui/ConfirmDialog.tsx'
import { EmailAddress } from '#web/ui/EmailAddress.tsx'
import { Row, Stack } from '#web/ui/Layout.tsx'
import { PageHeader } from '#web/ui/PageHeader.tsx'
import { Panel } from '#web/ui/Panel.tsx'
import { SummaryList } from '#web/ui/SummaryList.tsx'
import { TabNav } from '#web/ui/TabNav.tsx'
import { notify } from '#web/ui/notify.ts'

import { MemberBadges } from './MemberBadges.tsx'
import { accountWords, memberDetailsWords, memberLabels, memberWords } from './words.ts'

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

const languages = new Intl.DisplayNames('en-GB', { type: 'language' })

function MemberInformation({ member }: { member: Member }) {
  return (
    <SummaryList
      rows={[
        { label: memberLabels.name, value: memberWords.fullName(member) },
        { label: memberLabels.emailAddress, value: <EmailAddress>{member.emailAddress}</EmailAddress> },
        { label: memberLabels.phoneNumber, value: member.phoneNumber },
        { label: memberLabels.occupation, value: member.occupation },
        { label: memberLabels.jobTitle, value: member.jobTitle },
        { label: memberLabels.role, value: roleLabel(member.role) },
        { label: memberLabels.roleDescription, value: roleDescription(member.role) },
        { label: memberLabels.clinician, value: member.isClinician ? memberWords.yes : memberWords.no },
        ...(member.isClinician && member.clinicianTimeout
          ? [{ label: memberLabels.clinicianTimeout, value: memberWords.minutes(member.clinicianTimeout) }]
          : []),
        { label: memberLabels.language, value: languages.of(member.language) },
        { label: memberLabels.timezone, value: member.timezone.replaceAll('_', ' ') },
        { label: memberLabels.wards, value: member.wards.map(({ name }) => name).join(', ') },
        { label: memberLabels.lastSignIn, value: member.lastLoginAt ? formatDateTime(member.lastLoginAt) : memberWords.never },
        { label: memberLabels.created, value: formatDateTime(member.createdAt) },
        { label: memberLabels.account, value: member.auth0Id ?? memberWords.noAccount },
      ]}
    />
  )
}

type AccountActionsProps = { organisationId: string; member: Member }

/** A user who never signed in can be invited again; for any other user the password can be reset (MEM-3). */
function AccountActions({ organisationId, member }: AccountActionsProps) {
  const { can } = useSession()
  const { config } = useRouteContext({ from: '/inside' })
  if (!member.isActive || !can('member:update')) return null
  if (!member.lastLoginAt) return <InviteAgain organisationId={organisationId} member={member} />
  return config.passwords ? <ResetPassword organisationId={organisationId} member={member} /> : null
}

function InviteAgain({ organisationId, member: { id, emailAddress } }: AccountActionsProps) {
  const invite = useMutation({
    mutationFn: () => api.members.invite({ params: { id: organisationId, memberId: id } }),
    onSuccess: () => notify({ label: accountWords.invited(emailAddress), kind: 'success' }),
    onError: (error) => notify({ label: wordsOf(error), kind: 'danger' }),
  })
  return (
    <Button isPending={invite.isPending} onClick={() => invite.mutate()}>
      {accountWords.inviteAgain}
    </Button>
  )
}

function ResetPassword({ organisationId, member }: AccountActionsProps) {
  const { id, emailAddress } = member
  const [isConfirming, setConfirming] = useState(false)
  const reset = useMutation({
    mutationFn: () => api.members.resetPassword({ params: { id: organisationId, memberId: id } }),
    onSuccess: () => {
      notify({ label: accountWords.resetSent(emailAddress), kind: 'success' })
      setConfirming(false)
    },
  })
  return (
    <>
      <Button onClick={() => setConfirming(true)}>{accountWords.resetPassword}</Button>
      <ConfirmDialog
        title={accountWords.resetTitle(memberWords.fullName(member))}
        isOpen={isConfirming}
        confirmLabel={accountWords.resetPassword}
        isPending={reset.isPending}
        error={reset.isError ? wordsOf(reset.error) : undefined}
        onConfirm={() => reset.mutate()}
        onClose={() => {
          reset.reset()
          setConfirming(false)
        }}
      >
        <p>{accountWords.resetText(emailAddress)}</p>
      </ConfirmDialog>
    </>
  )
}
