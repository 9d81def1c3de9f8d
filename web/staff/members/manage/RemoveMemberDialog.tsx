import { useMutation, useQueryClient } from '@tanstack/react-query'

import type { Member } from '#contract/members.ts'
import { api } from '#web/api/client.ts'
import { wordsOf } from '#web/api/refusal.ts'
import { ConfirmDialog } from '#web/ui/ConfirmDialog.tsx'
import { notify } from '#web/ui/notify.ts'

import { refreshMembers } from '#web/staff/members/refresh-members.ts'

type RemoveMemberDialogProps = { organisationId: string; member: Member; isOpen: boolean; onClose: () => void }

export function RemoveMemberDialog({ organisationId, member, isOpen, onClose }: RemoveMemberDialogProps) {
  const queryClient = useQueryClient()
  const name = `${member.firstName} ${member.lastName}`
  const remove = useMutation({
    mutationFn: () => api.members.delete({ params: { id: organisationId, memberId: member.id } }),
    onSuccess: async () => {
      notify({ label: `${name} was removed.`, kind: 'success' })
      onClose()
      await refreshMembers(queryClient)
    },
  })
  return (
    <ConfirmDialog
      title={`Remove ${name}?`}
      isOpen={isOpen}
      confirmLabel="Remove user"
      isPending={remove.isPending}
      error={remove.isError ? wordsOf(remove.error) : undefined}
      onConfirm={() => remove.mutate()}
      onClose={() => {
        remove.reset()
        onClose()
      }}
    >
      <p>
        They are signed out everywhere and can no longer sign in. What they did stays in the audit log. You can bring them back at any time.
      </p>
    </ConfirmDialog>
  )
}
