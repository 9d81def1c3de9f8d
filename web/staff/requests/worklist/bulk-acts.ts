import type { RequestSummary } from '#contract/request.ts'
import { counted } from '#domain/counted.ts'
import { can, transition, type RequestAction, type RequestStatus } from '#domain/request-status.ts'
import type { ButtonKind } from '#web/ui/Button.tsx'

export const bulkActs = ['assign', 'unassign', 'close', 'reopen', 'mark_sent_in_error'] as const
export type BulkAct = (typeof bulkActs)[number]

type Words = { button: string; title: string; confirm: string; done: string; kind: ButtonKind; isDanger?: true }

export const bulkWords: Record<BulkAct, Words> = {
  assign: { button: 'Assign', title: 'Assign', confirm: 'Assign', done: 'assigned', kind: 'primary' },
  unassign: { button: 'Unassign', title: 'Unassign', confirm: 'Unassign', done: 'unassigned', kind: 'primary' },
  close: { button: 'Close', title: 'Close', confirm: 'Close', done: 'closed', kind: 'urgent', isDanger: true },
  reopen: { button: 'Reopen', title: 'Reopen', confirm: 'Reopen', done: 'reopened', kind: 'primary' },
  mark_sent_in_error: {
    button: 'Mark as sent in error',
    title: 'Mark as sent in error',
    confirm: 'Mark as sent in error',
    done: 'marked as sent in error',
    kind: 'urgent',
    isDanger: true,
  },
}

export const countedRequests = (count: number) => counted(count, 'form request')

const actionOf = (act: BulkAct): RequestAction | undefined => (act === 'assign' || act === 'unassign' ? undefined : act)
/** The status an act ends in, where it is always the same. */
const goals: Partial<Record<BulkAct, RequestStatus>> = { close: 'closed', mark_sent_in_error: 'sent_in_error' }
const stateOf = ({ status, openedAt, submittedAt }: RequestSummary) => ({ status, openedAt, completedAt: submittedAt })

/** What will come of it, as far as this screen knows: the server has the last word on each. */
export function consequencesOf(act: BulkAct, requests: readonly RequestSummary[], memberId: string) {
  const action = actionOf(act)
  const able = action ? requests.filter((request) => can(action, stateOf(request))) : requests
  const already = requests.filter(({ status }) => status === goals[act])
  return {
    able: able.length,
    already: already.length,
    unable: requests.length - able.length - already.length,
    /** Patients who could still answer and then no longer can. */
    waiting: able.filter(({ status }) => status === 'unopened' || status === 'opened').length,
    takenByOthers: requests.filter(({ assignee }) => assignee && assignee.id !== memberId).length,
  }
}

export type Patch = { userId?: string | null; status?: RequestStatus; requests: string[] }
export type Outcome = { id: string; done: boolean; code?: string | undefined; reason?: string | undefined }

const alreadyOpen = 'This form request is open already.'

/** The calls an act takes. A patch names a status: reopened requests go back to different ones, each by its own call. */
export function patchesFor(act: BulkAct, requests: readonly RequestSummary[], userId?: string): { patches: Patch[]; refused: Outcome[] } {
  const ids = requests.map(({ id }) => id)
  if (act === 'assign') return { patches: userId ? [{ userId, requests: ids }] : [], refused: [] }
  if (act === 'unassign') return { patches: [{ userId: null, requests: ids }], refused: [] }
  if (act === 'close') return { patches: [{ status: 'closed', requests: ids }], refused: [] }
  if (act === 'mark_sent_in_error') return { patches: [{ status: 'sent_in_error', requests: ids }], refused: [] }
  const byStatus = Map.groupBy(requests, (request) => transition('reopen', stateOf(request)))
  const patches = [...byStatus].flatMap(([status, group]) => (status ? [{ status, requests: group.map(({ id }) => id) }] : []))
  return { patches, refused: (byStatus.get(undefined) ?? []).map(({ id }) => ({ id, done: false, reason: alreadyOpen })) }
}
