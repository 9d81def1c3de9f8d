import type { RequestSummary } from '#contract/request-records.ts'
import { api } from '#web/api/client.ts'

import type { RequestAct } from './use-request-act.ts'

/** The form request as it was before the act. */
export type Before = Pick<RequestSummary, 'id' | 'status' | 'assignee'>

/** Takes the act back. `closedAt`: when the act closed the form request. */
export type Undo = (closedAt: string | undefined) => Promise<unknown>

/**
 * The call that takes an act back; undefined where there is none. Closing a form request that has no answers cancels its message, and taking that
 * back would send another one, so a user reopens it themselves. `ownId`: of the user, who cannot change the form request of somebody else otherwise.
 */
export function undoOf(act: RequestAct, { id, status, assignee }: Before, ownId: string): Undo | undefined {
  const params = { id }
  if (act.kind === 'close' && status === 'completed')
    // Only the user's own closing: a colleague may have reopened and closed it meanwhile.
    return (closedAt) => api.requests.reopen({ params, body: { ...(closedAt !== undefined && { closedAt }) } })
  // A form request that was assigned to somebody else would have to be taken over from whoever has it by then.
  if (act.kind === 'assign' && act.userId === ownId)
    return assignee
      ? () => api.requests.assign({ params: { id, userId: assignee.id }, body: {} })
      : () => api.requests.unassign({ params, body: {} })
  if (act.kind === 'unassign' && assignee) return () => api.requests.assign({ params: { id, userId: assignee.id }, body: {} })
  return undefined
}
