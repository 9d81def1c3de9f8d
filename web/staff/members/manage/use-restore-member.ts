import { useMutation, useQueryClient } from '@tanstack/react-query'

import type { Member } from '#contract/members.ts'
import { api } from '#web/api/client.ts'
import { wordsOf } from '#web/api/refusal.ts'
import { notify } from '#web/ui/notify.ts'

import { refreshMembers } from '#web/staff/members/refresh-members.ts'
import { editMemberWords, memberWords } from '#web/staff/members/words.ts'

export function useRestoreMember(organisationId: string) {
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
