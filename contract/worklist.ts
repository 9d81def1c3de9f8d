import { z } from 'zod'

import { notificationMethods } from '#domain/notification.ts'
import { requestStatuses } from '#domain/request-status.ts'
import { maxViewNameLength, maxSavedViews, worklistNames } from '#domain/worklists.ts'

import { byId, done, IsoDate } from './lists.ts'
import { RequestFilters } from './request-filters.ts'
import { requests } from './requests.ts'
import { routes } from './route.ts'
import { oneLineText } from './fields.ts'

const count = z.number().int()

export const dashboard = routes({
  read: {
    service: 'forms',
    method: 'GET',
    path: '/dashboard',
    action: 'dashboard:read',
    permission: ['formRequest:read'],
    audit: 'dashboardRead',
    response: z.object({
      /** One figure for each worklist of domain/worklists.ts. */
      worklists: z.record(z.enum(worklistNames), count),
      byStatus: z.record(z.enum(requestStatuses), count),
      /** The last 30 days, oldest first, today included: the first is what the figures below count from. */
      trend: z.array(z.object({ day: IsoDate, created: count, submitted: count })),
      /** From the send date to submission, over the submissions of these 30 days; null without any. */
      medianHoursToComplete: z.number().nullable(),
      /** Of the requests created in these 30 days. */
      responseRates: z.array(z.object({ method: z.enum(notificationMethods), sent: count, answered: count })),
    }),
  },
})

const content = {
  name: oneLineText('Name', maxViewNameLength).min(1, 'Name is required.'),
  filters: RequestFilters,
  sort: requests.list.query.shape.sort,
  limit: z.number().int().min(1).max(200),
  /** The default view of Form Requests; one at most. */
  isDefault: z.boolean(),
}

export const SavedView = z.object({ id: z.uuid(), ...content })
export type SavedView = z.infer<typeof SavedView>

// These are the member's own and change no records, so the audit log has no event for them.
const own = { service: 'forms', permission: ['formRequest:read'], audit: 'verb' } as const

/** The saved views of the signed-in member (REQ-1). */
export const savedViews = routes({
  list: { ...own, method: 'GET', path: '/request/views', action: 'savedView:list', response: z.object({ docs: z.array(SavedView) }) },
  create: {
    ...own,
    method: 'POST',
    path: '/request/views',
    action: 'savedView:create',
    body: z.object({ ...content, isDefault: content.isDefault.default(false) }),
    response: SavedView,
  },
  update: {
    ...own,
    method: 'PATCH',
    path: '/request/views/:id',
    action: 'savedView:update',
    params: byId,
    body: z.object(content).partial(),
    response: SavedView,
  },
  remove: { ...own, method: 'DELETE', path: '/request/views/:id', action: 'savedView:delete', params: byId, response: done },
  /** The ids in their new order; views that are not listed come last. */
  reorder: {
    ...own,
    method: 'PUT',
    path: '/request/views',
    action: 'savedView:update',
    body: z.object({ ids: z.array(z.uuid()).max(maxSavedViews) }),
    response: done,
  },
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
