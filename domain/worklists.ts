import type { RequestStatus } from './request-status.ts'

type Worklist = { status: readonly RequestStatus[]; assignee?: 'me' | 'none'; urgent?: true; notReached?: true }

/** Still waiting for the patient. */
export const waitingStatuses = ['unopened', 'opened'] as const satisfies RequestStatus[]
/** Somebody still has something to do: the patient, or staff who have not read the answers yet. */
export const activeStatuses = ['unopened', 'opened', 'completed'] as const satisfies RequestStatus[]

/** The lists that the dashboard counts, as filters of the worklist: a figure and the list it opens are never two definitions (REP-2). */
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

/** How many of these counted requests belong to a worklist. */
export const countIn = (worklist: Worklist, counted: readonly Counted[]) =>
  counted.filter((group) => belongs(worklist, group)).reduce((sum, { count }) => sum + count, 0)

const belongs = ({ status, assignee, urgent, notReached }: Worklist, group: Counted) =>
  status.includes(group.status) &&
  (assignee !== 'me' || group.isMine) &&
  (assignee !== 'none' || !group.isAssigned) &&
  (!urgent || group.isUrgent) &&
  (!notReached || group.isUnreached)

/** More than anybody finds their way in. */
export const maxSavedViews = 50
export const maxViewNameLength = 60

/** What a member of staff may do with many form requests at once (REQ-3). */
export const bulkActs = ['assign', 'unassign', 'close', 'reopen', 'mark_sent_in_error'] as const
export type BulkAct = (typeof bulkActs)[number]

/** `failed` goes on by itself; `stopped` does not. */
export const bulkStatuses = ['running', 'failed', 'completed', 'cancelled', 'stopped'] as const
export type BulkStatus = (typeof bulkStatuses)[number]

export const bulkOutcomes = ['waiting', 'done', 'taken_control', 'conflict', 'not_found'] as const
export type BulkOutcome = (typeof bulkOutcomes)[number]

/** No more are changed at once: a slip of the hand is to be undone in a day's work. */
export const maxRequestsPerBulkChange = 10_000

/** The list goes on living while somebody decides: a few more or fewer is what they meant, and other numbers are asked about again. */
export const isCountCloseTo = (expected: number, found: number) => Math.abs(found - expected) <= Math.max(1, Math.floor(expected / 100))
