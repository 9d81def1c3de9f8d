import { useMutation, useQueryClient } from '@tanstack/react-query'

import type { IntegrationClient } from '#contract/integration-clients.ts'
import { api } from '#web/api/client.ts'
import { wordsOf } from '#web/api/refusal.ts'
import { notify } from '#web/ui/notify.ts'

import { clientEditorWords, clientListWords as words } from './words.ts'

export const useRefresh = () => {
  const queryClient = useQueryClient()
  return () => queryClient.invalidateQueries({ queryKey: [api.integrationClients.list.key] })
}

type Changes = Parameters<typeof api.integrationClients.update>[0]['body']

export function useUpdateClient(organisationId: string, onSaved: (client: IntegrationClient) => void) {
  const refresh = useRefresh()
  return useMutation({
    mutationFn: ({ id, changes }: { id: string; changes: Changes }) =>
      api.integrationClients.update({ params: { id: organisationId, clientId: id }, body: changes }),
    onSuccess: async (client) => {
      await refresh()
      notify({ label: clientEditorWords.saved(client.name), kind: 'success' })
      onSaved(client)
    },
  })
}

export function useSwitch(organisationId: string) {
  const refresh = useRefresh()
  return useMutation({
    mutationFn: ({ id, isSwitchedOff }: { id: string; isSwitchedOff: boolean }) =>
      api.integrationClients.update({ params: { id: organisationId, clientId: id }, body: { isSwitchedOff } }),
    onSuccess: async ({ name, status }) => {
      await refresh()
      notify({ label: status === 'switched_off' ? words.switchedOff(name) : words.switchedOn(name), kind: 'success' })
    },
    onError: (error) => notify({ label: wordsOf(error), kind: 'danger' }),
  })
}

export function useRemoveCredential(organisationId: string) {
  const refresh = useRefresh()
  return useMutation({
    mutationFn: ({ id, credentialId }: { id: string; credentialId: string }) =>
      api.integrationClients.removeCredential({ params: { id: organisationId, clientId: id, credentialId } }),
    onSuccess: async ({ name }) => {
      await refresh()
      notify({ label: words.removed(name), kind: 'success' })
    },
    onError: (error) => notify({ label: wordsOf(error), kind: 'danger' }),
  })
}
