import type { NotificationStatus } from './notification.ts'

/** The statuses of a form request (specification section 4, REQ-2), used by the server, the worker and the staff app. */
export const requestStatuses = ['unopened', 'opened', 'completed', 'sent_in_error', 'auto_closed', 'closed', 'expired'] as const
export type RequestStatus = (typeof requestStatuses)[number]

export type BadgeVariant = 'info' | 'danger' | 'success' | 'warning' | 'notice' | 'dark'

/** The label and badge of each status (specification section 9). */
export const requestStatusLooks: Record<RequestStatus, { label: string; badge: BadgeVariant }> = {
  unopened: { label: 'Unopened', badge: 'info' },
  opened: { label: 'Opened', badge: 'notice' },
  completed: { label: 'Completed', badge: 'success' },
  sent_in_error: { label: 'Sent in error', badge: 'danger' },
  auto_closed: { label: 'Auto closed', badge: 'dark' },
  closed: { label: 'Closed', badge: 'dark' },
  expired: { label: 'Expired', badge: 'warning' },
}

export const requestActions = ['open', 'submit', 'close', 'mark_sent_in_error', 'expire', 'auto_close', 'reopen'] as const
export type RequestAction = (typeof requestActions)[number]

/** The current status and the moments of the patient's actions (ISO), which decide the next status. */
export type RequestState = {
  status: RequestStatus
  openedAt?: string | null | undefined
  completedAt?: string | null | undefined
}

const statusBeforeClosing = ({ openedAt, completedAt }: RequestState): RequestStatus =>
  completedAt ? 'completed' : openedAt ? 'opened' : 'unopened'

const transitions: Record<
  RequestAction,
  { from: readonly RequestStatus[]; to: RequestStatus | ((request: RequestState) => RequestStatus) }
> = {
  open: { from: ['unopened'], to: 'opened' },
  submit: { from: ['opened'], to: 'completed' },
  close: { from: ['unopened', 'opened', 'completed'], to: 'closed' },
  mark_sent_in_error: { from: ['unopened', 'opened'], to: 'sent_in_error' },
  expire: { from: ['unopened', 'opened'], to: 'expired' },
  // Closed by the worker: after the auto-close days of a completed request, or when the patient is archived.
  auto_close: { from: ['unopened', 'opened', 'completed'], to: 'auto_closed' },
  reopen: { from: ['closed', 'auto_closed', 'expired', 'sent_in_error'], to: statusBeforeClosing },
}

type Reopening = RequestState & { expiresAt: string; lastMessage: NotificationStatus | undefined }

/**
 * Whether a reopened request must be sent again: the patient can still answer, and the last message was not sent or the request had
 * expired.
 */
export function needsMessageWhenReopened({ expiresAt, lastMessage, ...request }: Reopening, now = new Date()) {
  const status = transition('reopen', request)
  if (status !== 'unopened' && status !== 'opened') return false
  const wentOut = lastMessage !== undefined && lastMessage !== 'cancelled' && lastMessage !== 'failed'
  return !wentOut || request.status === 'expired' || new Date(expiresAt) <= now
}

/** Whether the patient can still answer. Also checks the time, because the worker ends overdue form requests only every ten minutes. */
export const isStillOpen = ({ status, expiresAt }: { status: RequestStatus; expiresAt: string }, now: Date) =>
  (status === 'unopened' || status === 'opened') && new Date(expiresAt) > now

/** Tells whether an action is allowed in the current status. */
export const can = (action: RequestAction, request: RequestState) => transitions[action].from.includes(request.status)

/** The status an action leads to, or undefined when it may not be taken. */
export function transition(action: RequestAction, request: RequestState): RequestStatus | undefined {
  if (!can(action, request)) return undefined
  const { to } = transitions[action]
  return typeof to === 'function' ? to(request) : to
}

const staffActions = ['close', 'mark_sent_in_error', 'reopen'] as const

/** The action that leads to the wanted status, or undefined: a bulk patch names a status and not an action (REQ-3). */
export const actionTowards = (wanted: RequestStatus, request: RequestState) =>
  staffActions.find((action) => transition(action, request) === wanted)

/** The label of a status. */
export const requestStatusLabel = (status: RequestStatus) => requestStatusLooks[status].label
