import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useRef } from 'react'

import type { Webhook } from '#contract/webhooks.ts'
import { api } from '#web/api/client.ts'
import { wordsOf } from '#web/api/refusal.ts'
import { notify } from '#web/ui/notify.ts'

import { deliveryWords, failureText, webhookListWords as words } from './words.ts'

export const useRefresh = () => {
  const queryClient = useQueryClient()
  return async () => {
    await Promise.all([
      queryClient.invalidateQueries({ queryKey: [api.webhooks.list.key] }),
      queryClient.invalidateQueries({ queryKey: [api.webhooks.deliveries.key] }),
    ])
  }
}

const showError = (error: unknown) => notify({ label: wordsOf(error), kind: 'danger' })

export function useSwitch(organisationId: string) {
  const refresh = useRefresh()
  return useMutation({
    mutationFn: ({ id, isSwitchedOff }: { id: string; isSwitchedOff: boolean }) =>
      api.webhooks.update({ params: { id: organisationId, webhookId: id }, body: { isSwitchedOff } }),
    onSuccess: async ({ description, status }) => {
      await refresh()
      notify({ label: status === 'switched_off' ? words.switchedOff(description) : words.switchedOn(description), kind: 'success' })
    },
    onError: showError,
  })
}

export function useRemove(organisationId: string) {
  const refresh = useRefresh()
  return useMutation({
    mutationFn: ({ id }: Webhook) => api.webhooks.remove({ params: { id: organisationId, webhookId: id } }),
    onSuccess: async (_done, { description }) => {
      await refresh()
      notify({ label: words.removed(description), kind: 'success' })
    },
    onError: showError,
  })
}

export function useTest(organisationId: string) {
  return useMutation({
    mutationFn: ({ id }: Webhook) => api.webhooks.test({ params: { id: organisationId, webhookId: id } }),
    onSuccess: ({ failure, status, durationMs }, { description }) => {
      // Every accepted event has a status.
      if (failure === null) return notify({ label: words.tested(description, status!, durationMs), kind: 'success' })
      return notify({ label: words.testFailed(description, failureText(failure, status)), kind: 'danger' })
    },
    onError: showError,
  })
}

export function useReplay(organisationId: string, webhookId: string) {
  const refresh = useRefresh()
  // The second press of a double press comes before the first has made the mutation pending.
  const isRunning = useRef(false)
  const { isPending, mutate } = useMutation({
    mutationFn: (eventId: string) => api.webhooks.replay({ params: { id: organisationId, webhookId, eventId } }),
    onSuccess: async () => {
      await refresh()
      notify({ label: deliveryWords.queued, kind: 'success' })
    },
    onError: showError,
    onSettled: () => {
      isRunning.current = false
    },
  })
  return {
    isPending,
    replay: (eventId: string) => {
      if (isRunning.current) return
      isRunning.current = true
      mutate(eventId)
    },
  }
}
