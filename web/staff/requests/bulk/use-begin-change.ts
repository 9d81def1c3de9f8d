import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useRef } from 'react'

import type { bulkChanges } from '#contract/bulk-changes.ts'
import type { RouteRequest } from '#contract/route.ts'
import { api } from '#web/api/client.ts'

import { watchChange } from './changes/watched-changes.ts'

export type BeginChange = ReturnType<typeof useBeginChange>
type Order = RouteRequest<typeof bulkChanges.begin>['body']

/**
 * Begins a bulk change and watches it. The dialog has this and not the form in it, so that the dialog cannot be closed in the moment before it hears
 * that the form is sending. A second press before the button is drawn as busy does nothing.
 */
export function useBeginChange({ onBegun, onClose }: { onBegun: () => void; onClose: () => void }) {
  const queryClient = useQueryClient()
  const isBeginning = useRef(false)
  const saving = useMutation({
    mutationFn: (body: Order) => api.bulkChanges.begin({ body }),
    onSuccess: async (change) => {
      await queryClient.invalidateQueries({ queryKey: [api.bulkChanges.list.key] })
      watchChange(change.id)
      onBegun()
      onClose()
    },
    onSettled: () => void (isBeginning.current = false),
  })
  const begin = (body: Order) => {
    if (isBeginning.current) return
    isBeginning.current = true
    saving.mutate(body)
  }
  return { saving, begin }
}
