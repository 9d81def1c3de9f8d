import type { RequestStatus } from './request-status.ts'

/** Filters of the worklist. */
export type Worklist = { status: readonly RequestStatus[]; assignee?: 'me' | 'none'; urgent?: true; notReached?: true }

/** The request waits for the patient. */
const waitingStatuses = ['unopened', 'opened'] as const satisfies RequestStatus[]
/** The request waits for the patient or for staff to read the answers. */
const activeStatuses = ['unopened', 'opened', 'completed'] as const satisfies RequestStatus[]

/** The worklists that the dashboard counts, as filters, so that a figure and its list always agree (REP-2). */
export const worklists = {
  urgentToReview: { status: ['completed'], urgent: true },
  toReview: { status: ['completed'], assignee: 'me' },
  myOpen: { status: waitingStatuses, assignee: 'me' },
  myUrgent: { status: activeStatuses, assignee: 'me', urgent: true },
  unassigned: { status: ['completed'], assignee: 'none' },
  urgent: { status: activeStatuses, urgent: true },
  notReached: { status: waitingStatuses, notReached: true },
} as const satisfies Record<string, Worklist>
export type WorklistName = keyof typeof worklists
export const worklistNames = Object.keys(worklists) as WorklistName[] // exactly the keys above
