import { useMutation, useQueryClient } from '@tanstack/react-query'

import { api } from '#web/api/client.ts'
import { wordsOf } from '#web/api/refusal.ts'
import { notify } from '#web/ui/notify.ts'

import { wardsWords } from './words.ts'

/** Creates a ward, or renames the ward with this id. */
export function useSaveWard(organisationId: string, wardId: string | undefined, onSaved: () => void) {
  const queryClient = useQueryClient()
  return useMutation({
    mutationFn: ({ name }: { name: string }) =>
      wardId
        ? api.wards.update({ params: { id: organisationId, wardId }, body: { name } })
        : api.wards.create({ params: { id: organisationId }, body: { name } }),
    onSuccess: async ({ name }) => {
      await queryClient.invalidateQueries({ queryKey: [api.wards.list.key] })
      notify({ label: wardId ? wardsWords.renamed(name) : wardsWords.created(name), kind: 'success' })
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
      notify({ label: isArchived ? wardsWords.wasArchived(name) : wardsWords.restored(name), kind: 'success' })
      await queryClient.invalidateQueries({ queryKey: [api.wards.list.key] })
    },
    onError: (error) => notify({ label: wordsOf(error), kind: 'danger' }),
  })
}

/** Gives a user access to a ward, or removes the access. */
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
