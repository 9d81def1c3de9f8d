import { useMutation, useQueryClient } from '@tanstack/react-query'

import type { Outcome } from '#contract/outcomes.ts'
import { api } from '#web/api/client.ts'
import { wordsOf } from '#web/api/refusal.ts'
import { notify } from '#web/ui/notify.ts'

import { outcomesWords as words } from './words.ts'

const useRefresh = () => {
  const queryClient = useQueryClient()
  return () => queryClient.invalidateQueries({ queryKey: [api.outcomes.list.key] })
}

/** Adds an outcome, or changes the outcome with this id. */
export function useSaveOutcome(organisationId: string, outcomeId: string | undefined, onSaved: () => void) {
  const refresh = useRefresh()
  return useMutation({
    mutationFn: (body: { name: string; formIds?: string[] }) =>
      outcomeId
        ? api.outcomes.update({ params: { id: organisationId, outcomeId }, body })
        : api.outcomes.create({ params: { id: organisationId }, body }),
    onSuccess: async ({ name }) => {
      await refresh()
      notify({ label: outcomeId ? words.saved(name) : words.created(name), kind: 'success' })
      onSaved()
    },
  })
}

/** Takes an outcome out of use, or puts it back. */
export function useSetInUse(organisationId: string) {
  const refresh = useRefresh()
  return useMutation({
    mutationFn: ({ id, isInUse }: { id: string; isInUse: boolean }) =>
      api.outcomes.update({ params: { id: organisationId, outcomeId: id }, body: { isInUse } }),
    onSuccess: async ({ name, isInUse }) => {
      notify({ label: isInUse ? words.used(name) : words.stopped(name), kind: 'success' })
      await refresh()
    },
    onError: (error) => notify({ label: wordsOf(error), kind: 'danger' }),
  })
}

/** Moves an outcome one place up or down. */
export function useMoveOutcome(organisationId: string) {
  const refresh = useRefresh()
  return useMutation({
    mutationFn: ({ outcomes, from, to }: { outcomes: readonly Outcome[]; from: number; to: number }) => {
      const ids = outcomes.map(({ id }) => id)
      return api.outcomes.reorder({ params: { id: organisationId }, body: { ids: ids.with(from, ids[to]!).with(to, ids[from]!) } }) // both are places of the list
    },
    onSuccess: async (_, { outcomes, from, to }) => {
      await refresh()
      notify({ label: words.moved(outcomes[from]!.name, to + 1, outcomes.length), kind: 'success' }) // likewise
    },
    onError: (error) => notify({ label: wordsOf(error), kind: 'danger' }),
  })
}
