import type { NotificationStatus } from './notification.ts'

/** The life of a form request (specification section 4, REQ-2). Server, worker and staff app all read this one table. */
export const requestStatuses = ['unopened', 'opened', 'completed', 'sent_in_error', 'auto_closed', 'closed', 'expired'] as const
export type RequestStatus = (typeof requestStatuses)[number]

export type BadgeVariant = 'info' | 'danger' | 'success' | 'warning' | 'notice' | 'dark'

/** Each status in words, and the badge it wears (specification section 9). */
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

/** What decides the next status: where the request stands and what the patient had done (moments as ISO text). */
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
  // By the worker: completed and left alone for the organisation's auto-close days, or in any open state when the patient is archived.
  auto_close: { from: ['unopened', 'opened', 'completed'], to: 'auto_closed' },
  reopen: { from: ['closed', 'auto_closed', 'expired', 'sent_in_error'], to: statusBeforeClosing },
}

type Reopening = RequestState & { expiresAt: string; lastMessage: NotificationStatus | undefined }

/**
 * Whether a request that is reopened has to be sent again: the patient can still answer it, and its last message never went out, or the
 * request had expired and the patient was told so.
 */
export function needsMessageWhenReopened({ expiresAt, lastMessage, ...request }: Reopening, now = new Date()) {
  const status = transition('reopen', request)
  if (status !== 'unopened' && status !== 'opened') return false
  const wentOut = lastMessage !== undefined && lastMessage !== 'cancelled' && lastMessage !== 'failed'
  return !wentOut || request.status === 'expired' || new Date(expiresAt) <= now
}

/** Tells whether an action may be taken on a request as it stands. */
export const can = (action: RequestAction, request: RequestState) => transitions[action].from.includes(request.status)

/** The status an action leads to, or undefined when it may not be taken. */
export function transition(action: RequestAction, request: RequestState): RequestStatus | undefined {
  if (!can(action, request)) return undefined
  const { to } = transitions[action]
  return typeof to === 'function' ? to(request) : to
}

const staffActions = ['close', 'mark_sent_in_error', 'reopen'] as const

/** The act of a member of staff that brings a request to the wanted status, or undefined: a bulk patch names a status, not an act (REQ-3). */
export const actionTowards = (wanted: RequestStatus, request: RequestState) =>
  staffActions.find((action) => transition(action, request) === wanted)

/** The status in words. */
export const requestStatusLabel = (status: RequestStatus) => requestStatusLooks[status].label
