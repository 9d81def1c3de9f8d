import { useMutation } from '@tanstack/react-query'

import type { BulkRequestAct } from '#domain/worklists.ts'
import type { RequestSummary } from '#contract/request-records.ts'
import { api } from '#web/api/client.ts'
import { useRefreshChanged } from '#web/staff/requests/refresh-requests.ts'
import { useShowAssigned } from '#web/staff/requests/show-assigned.ts'
import { useSession } from '#web/staff/session.ts'

import { patchesFor, type Outcome, type Patch } from './patches.ts'

type Order = {
  act: BulkRequestAct
  requests: readonly RequestSummary[]
  userId?: string | undefined
  takeOver: boolean
  confirmUrgent?: boolean
  /** For closing; '' is none. */
  outcomeId?: string
  sendMessage?: boolean
}

/** The longest list one call takes (contract/requests.ts). */
const most = 1_000
const inPieces = (patch: Patch): Patch[] =>
  Array.from({ length: Math.ceil(patch.requests.length / most) }, (_, piece) => ({
    ...patch,
    requests: patch.requests.slice(piece * most, (piece + 1) * most),
  }))

/** One act on many requests; the answer says of each whether it was done. */
export function useBulkPatch() {
  const refresh = useRefreshChanged()
  const showAssigned = useShowAssigned()
  const { member } = useSession()
  return useMutation({
    mutationFn: async ({
      act,
      requests,
      userId,
      takeOver,
      confirmUrgent = false,
      outcomeId,
      sendMessage = false,
    }: Order): Promise<Outcome[]> => {
      const { patches, refused } = patchesFor(act, requests, userId)
      const outcomes = [...refused]
      // What the dialog was opened with: answers that have arrived since are read before their form request is closed.
      const unanswered = new Set(act === 'close' ? requests.flatMap(({ id, submittedAt }) => (submittedAt === null ? [id] : [])) : [])
      for (const patch of patches.flatMap(inPieces)) {
        const seen = patch.requests.filter((id) => unanswered.has(id))
        outcomes.push(
          ...(
            await api.requests.patchMany({
              body: {
                ...patch,
                ...(seen.length > 0 && { unanswered: seen }),
                takeOver,
                confirmUrgent,
                ...(outcomeId && { outcomeId }),
                sendMessage,
              },
            })
          ).results,
        )
      }
      return outcomes
    },
    onMutate: ({ act, requests, userId, takeOver }) =>
      act === 'assign' && userId === member.id && !takeOver ? showAssigned(requests) : undefined,
    onSuccess: (outcomes, _order, showUnassigned) => showUnassigned?.(outcomes.filter(({ done }) => !done).map(({ id }) => id)),
    onError: (_error, _order, showUnassigned) => showUnassigned?.(),
    onSettled: (_outcomes, _error, { requests }) => refresh(requests.map(({ id }) => id)),
  })
}
