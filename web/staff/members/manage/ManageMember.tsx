import { useRouter } from '@tanstack/react-router'
import { useState } from 'react'

import type { Member } from '#contract/members.ts'
import { ResetFactors } from '#web/staff/profile/security/ResetFactors.tsx'
import { useSession } from '#web/staff/session.ts'
import { Button, ButtonLink } from '#web/ui/Button.tsx'
import { PageHeader } from '#web/ui/PageHeader.tsx'
import { Panel } from '#web/ui/Panel.tsx'
import { notify } from '#web/ui/notify.ts'

import { MemberBadges } from '#web/staff/members/MemberBadges.tsx'
import { MemberForm } from './MemberForm.tsx'
import { RemoveMemberDialog } from './RemoveMemberDialog.tsx'
import { useRestoreMember } from './use-restore-member.ts'

type ManageMemberProps = { organisationId: string; member: Member; detailsHref: string }

export function ManageMember({ organisationId, member, detailsHref }: ManageMemberProps) {
  const { member: me, can } = useSession()
  const router = useRouter()
  return (
    <>
      <PageHeader
        title={`Manage ${member.firstName} ${member.lastName}`}
        badges={<MemberBadges member={member} />}
        actions={
          <>
            {member.isActive && member.auth0Id !== null && member.id !== me.id && can('member:update') && (
              <ResetFactors member={member} organisationId={organisationId} />
            )}
            <Standing member={member} organisationId={organisationId} />
          </>
        }
      />
      <Panel>
        <MemberForm
          organisationId={organisationId}
          member={member}
          actions={<ButtonLink href={detailsHref}>Cancel</ButtonLink>}
          onSaved={({ firstName, lastName }) => {
            notify({ label: `${firstName} ${lastName} was changed.`, kind: 'success' })
            void router.navigate({ to: detailsHref })
          }}
        />
      </Panel>
    </>
  )
}

/** Removing somebody who is here, bringing back somebody who is not; oneself stays as one is (MEM-5). */
function Standing({ member, organisationId }: { member: Member; organisationId: string }) {
  const { member: me, can } = useSession()
  const [isAsked, setAsked] = useState(false)
  const restore = useRestoreMember(organisationId)
  if (!member.isActive)
    return (
      <Button isPending={restore.isPending} onClick={() => restore.mutate(member)}>
        Bring back
      </Button>
    )
  if (member.id === me.id || !can('member:delete')) return null
  return (
    <>
      <Button kind="urgent-secondary" onClick={() => setAsked(true)}>
        Remove user
      </Button>
      <RemoveMemberDialog organisationId={organisationId} member={member} isOpen={isAsked} onClose={() => setAsked(false)} />
    </>
  )
}
