import { useMutation, useQueryClient } from '@tanstack/react-query'

import type { Member } from '#contract/members.ts'
import { api } from '#web/api/client.ts'
import { wordsOf } from '#web/api/refusal.ts'
import { ConfirmDialog } from '#web/ui/ConfirmDialog.tsx'
import { notify } from '#web/ui/notify.ts'

import { refreshMembers } from '#web/staff/members/refresh-members.ts'
import { editMemberWords, memberWords } from '#web/staff/members/words.ts'

type RemoveMemberDialogProps = { organisationId: string; member: Member; isOpen: boolean; onClose: () => void }

export function RemoveMemberDialog({ organisationId, member, isOpen, onClose }: RemoveMemberDialogProps) {
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
