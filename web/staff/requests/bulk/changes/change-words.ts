import type { BulkChange, BulkReason } from '#contract/bulk-changes.ts'
import type { BadgeVariant } from '#domain/request-status.ts'

import { bulkWords, countedRequests } from '#web/staff/requests/bulk/bulk-acts.ts'

export const isUnderway = ({ status }: BulkChange) => status === 'running' || status === 'failed'

export const changeLooks: Record<BulkChange['status'], { label: string; badge: BadgeVariant }> = {
  running: { label: 'In progress', badge: 'info' },
  failed: { label: 'Will be retried', badge: 'warning' },
  completed: { label: 'Done', badge: 'success' },
  cancelled: { label: 'Cancelled', badge: 'dark' },
  stopped: { label: 'Stopped', badge: 'danger' },
}

export const titleOf = ({ act, totalRequests, assignee }: BulkChange) =>
  `${bulkWords[act].title} ${countedRequests(totalRequests)}${assignee ? ` to ${assignee.name}` : ''}`

/** The numbers of form requests that were changed, refused and not tried. */
export function endingOf({ act, status, doneRequests, refusedRequests, totalRequests }: BulkChange) {
  const left = totalRequests - doneRequests - refusedRequests
  const parts = [
    // Some form requests were already in the wanted state and needed no change.
    `${countedRequests(doneRequests)} ${doneRequests === 1 ? 'is' : 'are'} ${bulkWords[act].done}`,
    ...(refusedRequests > 0 ? [`${refusedRequests.toLocaleString('en-GB')} could not be`] : []),
    ...(left > 0 ? [`${left.toLocaleString('en-GB')} not tried`] : []),
  ]
  return `${status === 'cancelled' ? 'Cancelled: ' : status === 'stopped' ? 'Stopped: ' : ''}${parts.join(', ')}.`
}

/** The reason that a group of form requests shares. */
export const reasonWords = ({ outcome, reason }: Pick<BulkReason, 'outcome' | 'reason'>, isOver: boolean) =>
  ({
    done: 'Done',
    waiting: isOver ? 'Not tried' : 'Not yet',
    taken_control: 'Assigned to someone else',
    not_found: 'Not found',
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
