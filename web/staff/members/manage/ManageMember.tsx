import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useRouter } from '@tanstack/react-router'
import { useState } from 'react'

import type { Member } from '#contract/members.ts'
import { api } from '#web/api/client.ts'
import { wordsOf } from '#web/api/refusal.ts'
import { MemberBadges } from '#web/staff/members/MemberBadges.tsx'
import { refreshMembers } from '#web/staff/members/refresh-members.ts'
import { editMemberWords, memberWords } from '#web/staff/members/words.ts'
import { ResetFactors } from '#web/staff/profile/security/ResetFactors.tsx'
import { useSession } from '#web/staff/session.ts'
import { Button, ButtonLink } from '#web/ui/Button.tsx'
import { ConfirmDialog } from '#web/ui/ConfirmDialog.tsx'
import { PageHeader } from '#web/ui/PageHeader.tsx'
import { Panel } from '#web/ui/Panel.tsx'
import { notify } from '#web/ui/notify.ts'

import { MemberForm } from './MemberForm.tsx'

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

type RemoveMemberDialogProps = { organisationId: string; member: Member; isOpen: boolean; onClose: () => void }

function RemoveMemberDialog({ organisationId, member, isOpen, onClose }: RemoveMemberDialogProps) {
  const queryClient = useQueryClient()
  const name = memberWords.fullName(member)
  const remove = useMutation({
    mutationFn: () => api.members.delete({ params: { id: organisationId, memberId: member.id } }),
    onSuccess: async () => {
      notify({ label: editMemberWords.removed(name), kind: 'success' })
      onClose()
      await refreshMembers(queryClient)
    },
  })
  return (
    <ConfirmDialog
      title={editMemberWords.removeTitle(name)}
      isOpen={isOpen}
      confirmLabel={editMemberWords.remove}
      isPending={remove.isPending}
      error={remove.isError ? wordsOf(remove.error) : undefined}
      onConfirm={() => remove.mutate()}
      onClose={() => {
        remove.reset()
        onClose()
      }}
    >
      <p>{editMemberWords.removeText}</p>
    </ConfirmDialog>
  )
}

function useRestoreMember(organisationId: string) {
  const queryClient = useQueryClient()
  return useMutation({
    mutationFn: ({ id }: Member) => api.members.update({ params: { id: organisationId, memberId: id }, body: { isActive: true } }),
    onSuccess: async (member) => {
      notify({ label: editMemberWords.restored(memberWords.fullName(member)), kind: 'success' })
      await refreshMembers(queryClient)
    },
    onError: (error) => notify({ label: wordsOf(error), kind: 'danger' }),
  })
}
