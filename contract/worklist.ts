import { z } from 'zod'

import { maxPeriodYears, periodProblem } from '#domain/dashboard-periods.ts'
import { worklistNames } from '#domain/dashboard-worklists.ts'
import { messageMethods, notificationMethods } from '#domain/notification.ts'
import { requestStatuses } from '#domain/request-status.ts'
import { waitingListQueues } from '#domain/waiting-list-queues.ts'
import { maxViewNameLength, maxSavedViews } from '#domain/worklists.ts'

import { byId, done, IsoDate } from './lists.ts'
import { RequestFilters } from './request-filters.ts'
import { requests } from './requests.ts'
import { routes } from './route.ts'
import { oneLineText } from './fields.ts'

const count = z.number().int()

/** Both ends included (Europe/London). */
const days = { from: IsoDate, to: IsoDate }
/** Created and completed: form requests created, and form requests completed, in these days. */
const counted = { created: count, completed: count }

/** The figures of a period. Each is the total of the worklist with these filters (web/staff/dashboard/lists.ts). */
const PeriodFigures = z.object({
  ...counted,
  /** Created in the period and completed in the period. */
  answered: count,
  /** Of those created in the period, as they are now. */
  urgent: count,
  notReached: count,
  /** From the send date to completion, over those completed in the period; null without any. */
  medianHours: z.number().nullable(),
})

export const dashboard = routes({
  read: {
    service: 'forms',
    method: 'GET',
    path: '/dashboard',
    action: 'dashboard:read',
    permission: ['formRequest:read'],
    audit: 'dashboardRead',
    response: z.object({
      /** One figure for each worklist of domain/dashboard-worklists.ts. */
      worklists: z.record(z.enum(worklistNames), count),
      /** Form requests in each queue of the waiting list; null without a waiting-list form. */
      waitingList: z.record(z.enum(waitingListQueues), count).nullable(),
      byStatus: z.record(z.enum(requestStatuses), count),
      /** Of the messages queued since the first day of this month, as figures of domain/message-records.ts. */
      messages: z.object({
        since: IsoDate,
        byMethod: z.array(
          z.object({ method: z.enum(messageMethods), sent: count, delivered: count, read: count, notReached: count, kept: count }),
        ),
      }),
    }),
  },
  /** The figures of a period beside the period of as many days before it, for all form requests or for those that the filters match. */
  responses: {
    service: 'forms',
    method: 'GET',
    path: '/dashboard/responses',
    action: 'dashboard:read',
    permission: ['formRequest:read'],
    audit: 'dashboardRead',
    query: z
      .object({ ...days, filters: RequestFilters.pick({ formId: true, specialty: true, wardId: true }).prefault({}) })
      .refine((period) => periodProblem(period) !== 'backwards', { path: ['to'], error: 'The last day is before the first day.' })
      .refine((period) => periodProblem(period) !== 'too long', {
        path: ['from'],
        error: `The period is longer than ${maxPeriodYears} years.`,
      }),
    response: z.object({
      figures: PeriodFigures,
      before: PeriodFigures.extend(days),
      /** The methods of the form requests created in either period. */
      byMethod: z.array(
        z.object({
          method: z.enum(notificationMethods),
          created: count,
          answered: count,
          before: z.object({ created: count, answered: count }),
        }),
      ),
      /** The titles of the forms in the filters. */
      forms: z.array(z.object({ id: z.uuid(), title: z.string() })),
      /** The wards that the caller can choose. */
      wards: z.array(z.object({ id: z.uuid(), name: z.string() })),
      /** What a point of the chart is. */
      by: z.enum(['day', 'week', 'month']),
      spans: z.array(z.object({ ...days, ...counted, before: z.object({ ...days, ...counted }) })),
    }),
  },
})

const content = {
  name: oneLineText('Name', maxViewNameLength).min(1, 'Name is required.'),
  filters: RequestFilters,
  sort: requests.list.query.shape.sort,
  limit: z.number().int().min(1).max(200),
  /** The default view of Form Requests; one at most, of the member's own. */
  isDefault: z.boolean(),
}

export const SavedView = z.object({
  id: z.uuid(),
  ...content,
  /** Whether all members of the organisation see it. */
  isShared: z.boolean(),
  /** The name of the other member who shares it; null for the member's own. */
  sharedBy: z.string().nullable(),
})
export type SavedView = z.infer<typeof SavedView>

const NewView = z.object({ ...content, isDefault: content.isDefault.default(false) })

// These are the member's own and change no records, so the audit log has no event for them.
const own = { service: 'forms', permission: ['formRequest:read'], audit: 'verb' } as const

/** The saved views of the signed-in member, and those that others share (REQ-1, REQ-8). */
export const savedViews = routes({
  list: { ...own, method: 'GET', path: '/request/views', action: 'savedView:list', response: z.object({ docs: z.array(SavedView) }) },
  create: {
    ...own,
    method: 'POST',
    path: '/request/views',
    action: 'savedView:create',
    body: NewView,
    response: SavedView,
  },
  update: {
    ...own,
    method: 'PATCH',
    path: '/request/views/:id',
    action: 'savedView:update',
    params: byId,
    /** While the view is shared, only whether it is the default. */
    body: z.object(content).partial(),
    response: SavedView,
  },
  remove: { ...own, method: 'DELETE', path: '/request/views/:id', action: 'savedView:delete', params: byId, response: done },
  /** The ids of the member's own views in their new order; those that are not listed come last. */
  reorder: {
    ...own,
    method: 'PUT',
    path: '/request/views',
    action: 'savedView:update',
    body: z.object({ ids: z.array(z.uuid()).max(maxSavedViews) }),
    response: done,
  },
})

const forEveryone = { service: 'forms', path: '/request/shared-views', permission: ['tenant:update'], audit: 'verb' } as const
const oneForEveryone = { ...forEveryone, path: `${forEveryone.path}/:id`, params: byId } as const

/** The views that all members of the organisation see (REQ-8). Each belongs to the member who shared it. */
export const sharedViews = routes({
  create: { ...forEveryone, method: 'POST', action: 'sharedView:create', body: NewView, response: SavedView },
  update: {
    ...oneForEveryone,
    method: 'PATCH',
    action: 'sharedView:update',
    body: z.object(content).omit({ isDefault: true }).partial(),
    response: SavedView,
  },
  /** Shares a view of one's own. */
  share: { ...oneForEveryone, method: 'PUT', action: 'sharedView:create', response: SavedView },
  /** The view stays, and only its owner sees it. */
  stop: { ...oneForEveryone, method: 'DELETE', action: 'sharedView:delete', response: done },
})

/** The changed form requests that the member may see; null when there are too many to list or the changes are unknown. */
export const ChangedRequests = z.object({ ids: z.array(z.uuid()).nullable() })
export type ChangedRequests = z.infer<typeof ChangedRequests>

/** Live updates (REQ-6). Events hold only ids; the client fetches the rows, and those reads are in the audit log. */
export const live = routes({
  requests: {
    service: 'forms',
    method: 'GET',
    path: '/request/live',
    action: 'formRequest:list',
    permission: ['formRequest:read'],
    audit: 'verb',
    response: 'events',
    event: ChangedRequests,
  },
})
