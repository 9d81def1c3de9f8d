import type { RequestStatus } from './request-status.ts'

type Worklist = { status: readonly RequestStatus[]; assignee?: 'me' | 'none'; urgent?: true; notReached?: true }

/** The request waits for the patient. */
export const waitingStatuses = ['unopened', 'opened'] as const satisfies RequestStatus[]
/** The request waits for the patient or for staff to read the answers. */
export const activeStatuses = ['unopened', 'opened', 'completed'] as const satisfies RequestStatus[]

/** The worklists that the dashboard counts, as filters, so that a figure and its list always agree (REP-2). */
export const worklists = {
  toReview: { status: ['completed'], assignee: 'me' },
  myOpen: { status: waitingStatuses, assignee: 'me' },
  myUrgent: { status: activeStatuses, assignee: 'me', urgent: true },
  unassigned: { status: ['completed'], assignee: 'none' },
  urgent: { status: activeStatuses, urgent: true },
  notReached: { status: waitingStatuses, notReached: true },
} as const satisfies Record<string, Worklist>
export type WorklistName = keyof typeof worklists
export const worklistNames = Object.keys(worklists) as WorklistName[] // exactly the keys above

type Counted = { status: RequestStatus; isMine: boolean; isAssigned: boolean; isUrgent: boolean; isUnreached: boolean; count: number }

/** The number of requests that belong to a worklist. */
export const countIn = (worklist: Worklist, counted: readonly Counted[]) =>
  counted.filter((group) => belongs(worklist, group)).reduce((sum, { count }) => sum + count, 0)

const belongs = ({ status, assignee, urgent, notReached }: Worklist, group: Counted) =>
  status.includes(group.status) &&
  (assignee !== 'me' || group.isMine) &&
  (assignee !== 'none' || !group.isAssigned) &&
  (!urgent || group.isUrgent) &&
  (!notReached || group.isUnreached)

export const maxSavedViews = 50
export const maxViewNameLength = 60

/** The actions on many form requests at once (REQ-3). */
export const bulkActs = ['assign', 'unassign', 'close', 'reopen', 'mark_sent_in_error'] as const
export type BulkAct = (typeof bulkActs)[number]

/** `failed` is retried automatically; `stopped` is not. */
export const bulkStatuses = ['running', 'failed', 'completed', 'cancelled', 'stopped'] as const
export type BulkStatus = (typeof bulkStatuses)[number]

export const bulkOutcomes = ['waiting', 'done', 'taken_control', 'conflict', 'not_found'] as const
export type BulkOutcome = (typeof bulkOutcomes)[number]

/** Limits the damage of a mistake to what can be undone by hand. */
export const maxRequestsPerBulkChange = 10_000

/** Tells whether a count has changed so little since the preview that no new confirmation is needed. */
export const isCountCloseTo = (expected: number, found: number) => Math.abs(found - expected) <= Math.max(1, Math.floor(expected / 100))
