import type { RequestSummary } from '#contract/request.ts'
import { counted } from '#domain/counted.ts'
import { can, transition, type RequestAction, type RequestStatus } from '#domain/request-status.ts'
import type { BulkAct } from '#domain/bulk-change.ts'
import type { ButtonKind } from '#web/ui/Button.tsx'

type Words = { button: string; title: string; confirm: string; done: string; doing: string; kind: ButtonKind; isDanger?: true }

export const bulkWords: Record<BulkAct, Words> = {
  assign: { button: 'Assign', title: 'Assign', confirm: 'Assign', done: 'assigned', doing: 'Assigning', kind: 'primary' },
  unassign: { button: 'Unassign', title: 'Unassign', confirm: 'Unassign', done: 'unassigned', doing: 'Unassigning', kind: 'primary' },
  close: { button: 'Close', title: 'Close', confirm: 'Close', done: 'closed', doing: 'Closing', kind: 'urgent', isDanger: true },
  reopen: { button: 'Reopen', title: 'Reopen', confirm: 'Reopen', done: 'reopened', doing: 'Reopening', kind: 'primary' },
  mark_sent_in_error: {
    button: 'Mark as sent in error',
    title: 'Mark as sent in error',
    confirm: 'Mark as sent in error',
    done: 'marked as sent in error',
    doing: 'Marking as sent in error:',
    kind: 'urgent',
    isDanger: true,
  },
}

export const countedRequests = (count: number) => counted(count, 'form request')

const actionOf = (act: BulkAct): RequestAction | undefined => (act === 'assign' || act === 'unassign' ? undefined : act)
/** The status an act ends in, where it is always the same. */
const goals: Partial<Record<BulkAct, RequestStatus>> = { close: 'closed', mark_sent_in_error: 'sent_in_error' }
const stateOf = ({ status, openedAt, submittedAt }: RequestSummary) => ({ status, openedAt, completedAt: submittedAt })

/** So many that stand alike; what a dialog says of an act needs to know no more. */
type Group = { status: RequestStatus; assignedTo: 'nobody' | 'me' | 'other'; count: number }

export const groupsOf = (requests: readonly RequestSummary[], memberId: string): Group[] =>
  requests.map(({ status, assignee }) => ({
    status,
    assignedTo: assignee === null ? 'nobody' : assignee.id === memberId ? 'me' : 'other',
    count: 1,
  }))

const sum = (groups: readonly Group[]) => groups.reduce((total, { count }) => total + count, 0)

/** What will come of it, as far as this screen knows: the server has the last word on each. */
export function consequencesOf(act: BulkAct, groups: readonly Group[], takeOver: boolean) {
  const action = actionOf(act)
  const isSo = ({ status, assignedTo }: Group) => (act === 'unassign' ? assignedTo === 'nobody' : status === goals[act])
  const possible = groups.filter((group) => (action ? can(action, group) : !isSo(group)))
  const already = sum(groups.filter(isSo))
  const able = takeOver ? possible : possible.filter(({ assignedTo }) => assignedTo !== 'other')
  return {
    total: sum(groups),
    able: sum(able),
    already,
    unable: sum(groups) - sum(possible) - already,
    /** Patients who could still answer and then no longer can. */
    waiting: sum(able.filter(({ status }) => status === 'unopened' || status === 'opened')),
    /** It could be done to them, but only by taking over. */
    takenByOthers: sum(possible.filter(({ assignedTo }) => assignedTo === 'other')),
  }
}
export type Consequences = ReturnType<typeof consequencesOf>

/** What is asked about, by how many it will be done to: `Reopen 1,145 of 1,576 form requests?` */
export function questionOf(act: BulkAct, { total, able }: Consequences) {
  const part = able < total ? `${able.toLocaleString('en-GB')} of ` : ''
  return `${bulkWords[act].title} ${part}${countedRequests(total)}${act === 'assign' ? '' : '?'}`
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
