import { useMutation } from '@tanstack/react-query'

import { api } from '#web/api/client.ts'
import { useRefreshRequests } from '#web/staff/requests/refresh-requests.ts'
import { notify } from '#web/ui/notify.ts'

import { noteWords } from './words.ts'

/** Adds a note to a form request, or corrects an earlier one. */
export function useAddNote(requestId: string) {
  const refresh = useRefreshRequests()
  return useMutation({
    mutationFn: (note: { text: string; correctsId?: string }) => api.notes.add({ params: { id: requestId }, body: note }),
    onSuccess: () => notify({ label: noteWords.added, kind: 'success' }),
    onSettled: () => void refresh(),
  })
}
