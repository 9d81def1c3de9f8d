import { useRouter } from '@tanstack/react-router'
import { useState } from 'react'

import type { Member } from '#contract/member-records.ts'
import { pathTo } from '#web/staff/paths.ts'
import { ResetFactors } from '#web/staff/profile/security/ResetFactors.tsx'
import { useSession } from '#web/staff/session.ts'
import { Button, ButtonLink } from '#web/ui/Button.tsx'
import { PageHeader } from '#web/ui/PageHeader.tsx'
import { Panel } from '#web/ui/Panel.tsx'
import { notify } from '#web/ui/notify.ts'

import { MemberBadges } from './MemberBadges.tsx'
import { MemberForm } from './MemberForm.tsx'
import { MemberLoader } from './MemberLoader.tsx'
import { RemoveMemberDialog } from './RemoveMemberDialog.tsx'
import { useRestoreMember } from './use-restore-member.ts'

export const MemberManagePage = ({ id }: { id: string }) => (
  <MemberLoader id={id} title="Manage User">
    {(member) => <Manage key={member.id} member={member} />}
  </MemberLoader>
)

function Manage({ member }: { member: Member }) {
  const { member: me, can } = useSession()
  const router = useRouter()
  const details = pathTo('userDetails', { id: member.id })
  return (
    <>
      <PageHeader
        title={`Manage ${member.firstName} ${member.lastName}`}
        badges={<MemberBadges member={member} />}
        actions={
          <>
            {member.isActive && member.auth0Id !== null && member.id !== me.id && can('member:update') && (
              <ResetFactors member={member} organisationId={me.organisationId} />
            )}
            <Standing member={member} organisationId={me.organisationId} />
          </>
        }
      />
      <Panel>
        <MemberForm
          organisationId={me.organisationId}
          member={member}
          actions={<ButtonLink href={details}>Cancel</ButtonLink>}
          onSaved={({ firstName, lastName }) => {
            notify({ label: `${firstName} ${lastName} was changed.`, kind: 'success' })
            void router.navigate({ to: details })
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
