import type { NoticeName } from '#contract/pages.ts'

import type { Assignment } from './assignments.sql.ts'

/**
 * The notice of a link that is no longer open: kind, with the next step, and without patient or form (PTN-4). Undefined if the link is open.
 */
export function linkUnavailable({ status, completedAt, expiresAt, isSentByStaff }: Assignment): NoticeName | undefined {
  // First: a patient who has sent their answers need not know what happened to the request later.
  if (completedAt) return isSentByStaff ? 'filled_in_by_staff' : 'already_sent'
  if (status === 'sent_in_error') return 'sent_in_error'
  if (status === 'closed' || status === 'auto_closed') return 'closed'
  // Also checks the time, because the worker ends overdue requests only every ten minutes.
  return status === 'expired' || new Date(expiresAt) < new Date() ? 'expired' : undefined
}
