import type { BulkChange, BulkReason } from '#contract/bulk-changes.ts'
import type { BadgeVariant } from '#domain/request-status.ts'

import { bulkWords, countedRequests } from '#web/staff/requests/bulk/bulk-acts.ts'

export const isUnderway = ({ status }: BulkChange) => status === 'running' || status === 'failed'

export const changeLooks: Record<BulkChange['status'], { label: string; badge: BadgeVariant }> = {
  running: { label: 'In progress', badge: 'info' },
  failed: { label: 'Will go on', badge: 'warning' },
  completed: { label: 'Done', badge: 'success' },
  cancelled: { label: 'Cancelled', badge: 'dark' },
  stopped: { label: 'Stopped', badge: 'danger' },
}

export const titleOf = ({ act, totalRequests, assignee }: BulkChange) =>
  `${bulkWords[act].title} ${countedRequests(totalRequests)}${assignee ? ` to ${assignee.name}` : ''}`

/** What was done, and what was not. */
export function endingOf({ act, status, doneRequests, refusedRequests, totalRequests }: BulkChange) {
  const left = totalRequests - doneRequests - refusedRequests
  const parts = [
    // Some may have been so before: nothing had to be done to them.
    `${countedRequests(doneRequests)} ${doneRequests === 1 ? 'is' : 'are'} ${bulkWords[act].done}`,
    ...(refusedRequests > 0 ? [`${refusedRequests.toLocaleString('en-GB')} could not be`] : []),
    ...(left > 0 ? [`${left.toLocaleString('en-GB')} not tried`] : []),
  ]
  return `${status === 'cancelled' ? 'Cancelled: ' : status === 'stopped' ? 'Stopped: ' : ''}${parts.join(', ')}.`
}

/** Why so many ended alike. */
export const reasonWords = ({ outcome, reason }: Pick<BulkReason, 'outcome' | 'reason'>, isOver: boolean) =>
  ({
    done: 'Done',
    waiting: isOver ? 'Not tried' : 'Not yet',
    taken_control: 'Taken control of by someone else',
    not_found: 'No longer found',
    conflict: reason,
  })[outcome]

export const changeListWords = {
  label: 'Bulk changes',
  empty: {
    title: 'No bulk changes yet',
    text: 'To make one, select all form requests on a page, then select all that match.',
  },
}

export const changeResultsWords = {
  label: 'Form requests of this change',
  empty: { title: 'No form requests of this kind' },
}
