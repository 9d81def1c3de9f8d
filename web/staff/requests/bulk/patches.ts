import type { RequestSummary } from '#contract/request-records.ts'
import { transition, type RequestStatus } from '#domain/request-status.ts'
import type { BulkRequestAct } from '#domain/worklists.ts'

export const stateOf = ({ status, openedAt, submittedAt }: RequestSummary) => ({ status, openedAt, completedAt: submittedAt })

export type Patch = { userId?: string | null; status?: RequestStatus; requests: string[] }
export type Outcome = { id: string; done: boolean; already?: true | undefined; code?: string | undefined; reason?: string | undefined }

const alreadyOpen = 'This form request is already open.'

/** The calls an act takes. A patch names a status: reopened requests go back to different ones, each by its own call. */
export function patchesFor(
  act: BulkRequestAct,
  requests: readonly RequestSummary[],
  userId?: string,
): { patches: Patch[]; refused: Outcome[] } {
  const ids = requests.map(({ id }) => id)
  if (act === 'assign') return { patches: userId ? [{ userId, requests: ids }] : [], refused: [] }
  if (act === 'unassign') return { patches: [{ userId: null, requests: ids }], refused: [] }
  if (act === 'close') return { patches: [{ status: 'closed', requests: ids }], refused: [] }
  if (act === 'mark_sent_in_error') return { patches: [{ status: 'sent_in_error', requests: ids }], refused: [] }
  const byStatus = Map.groupBy(requests, (request) => transition('reopen', stateOf(request)))
  const patches = [...byStatus].flatMap(([status, group]) => (status ? [{ status, requests: group.map(({ id }) => id) }] : []))
  return { patches, refused: (byStatus.get(undefined) ?? []).map(({ id }) => ({ id, done: false, reason: alreadyOpen })) }
}
