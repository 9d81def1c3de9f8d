import { useMutation, useQueryClient } from '@tanstack/react-query'

import { api } from '#web/api/client.ts'
import { wordsOf } from '#web/api/refusal.ts'
import { notify } from '#web/ui/notify.ts'

/** Creates a ward, or renames the one with this id. */
export function useSaveWard(organisationId: string, wardId: string | undefined, onSaved: () => void) {
  const queryClient = useQueryClient()
  return useMutation({
    mutationFn: ({ name }: { name: string }) =>
      wardId
        ? api.wards.update({ params: { id: organisationId, wardId }, body: { name } })
        : api.wards.create({ params: { id: organisationId }, body: { name } }),
    onSuccess: async ({ name }) => {
      await queryClient.invalidateQueries({ queryKey: [api.wards.list.key] })
      notify({ label: `${name} was ${wardId ? 'renamed' : 'created'}.`, kind: 'success' })
      onSaved()
    },
  })
}

export function useArchiveWard(organisationId: string) {
  const queryClient = useQueryClient()
  return useMutation({
    mutationFn: ({ id, isArchived }: { id: string; isArchived: boolean }) =>
      api.wards.update({ params: { id: organisationId, wardId: id }, body: { isArchived } }),
    onSuccess: async ({ name, isArchived }) => {
      notify({ label: `${name} was ${isArchived ? 'archived' : 'restored'}.`, kind: 'success' })
      await queryClient.invalidateQueries({ queryKey: [api.wards.list.key] })
    },
    onError: (error) => notify({ label: wordsOf(error), kind: 'danger' }),
  })
}

/** Gives a member access to a ward, or takes it. */
export function useWardAccess(organisationId: string, memberId: string) {
  const queryClient = useQueryClient()
  return useMutation({
    mutationFn: ({ wardId, isGiven }: { wardId: string; isGiven: boolean }) =>
      (isGiven ? api.wards.assign : api.wards.unassign)({ params: { id: organisationId, memberId, wardId } }),
    onSuccess: () =>
      Promise.all(
        [api.members.find.key, api.members.list.key, api.wards.list.key].map((key) => queryClient.invalidateQueries({ queryKey: [key] })),
      ),
    onError: (error) => notify({ label: wordsOf(error), kind: 'danger' }),
  })
}
