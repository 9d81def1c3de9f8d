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
import { editMemberWords, memberWords } from '#web/staff/members/words.ts'
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
        title={editMemberWords.heading(memberWords.fullName(member))}
        badges={<MemberBadges member={member} />}
        actions={
          <>
            {member.isActive && member.auth0Id !== null && member.id !== me.id && can('member:update') && (
              <ResetFactors member={member} organisationId={organisationId} />
            )}
            <RemoveOrRestore member={member} organisationId={organisationId} />
          </>
        }
      />
      <Panel>
        <MemberForm
          organisationId={organisationId}
          member={member}
          actions={<ButtonLink href={detailsHref}>{editMemberWords.cancel}</ButtonLink>}
          onSaved={(saved) => {
            notify({ label: editMemberWords.saved(memberWords.fullName(saved)), kind: 'success' })
            void router.navigate({ to: detailsHref })
          }}
        />
      </Panel>
    </>
  )
}

/** Removes an active user or restores a removed one. Users cannot remove themselves (MEM-5). */
function RemoveOrRestore({ member, organisationId }: { member: Member; organisationId: string }) {
  const { member: me, can } = useSession()
  const [isConfirming, setConfirming] = useState(false)
  const restore = useRestoreMember(organisationId)
  if (!member.isActive)
    return (
      <Button isPending={restore.isPending} onClick={() => restore.mutate(member)}>
        {editMemberWords.restore}
      </Button>
    )
  if (member.id === me.id || !can('member:delete')) return null
  return (
    <>
      <Button kind="urgent-secondary" onClick={() => setConfirming(true)}>
        {editMemberWords.remove}
      </Button>
      <RemoveMemberDialog organisationId={organisationId} member={member} isOpen={isConfirming} onClose={() => setConfirming(false)} />
    </>
  )
}
