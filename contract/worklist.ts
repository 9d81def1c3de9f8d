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
      /** From the day it was to be sent, over the answers of these 30 days; null when there are none. */
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
  /** What Form Requests opens with; one at most. */
  isDefault: z.boolean(),
}

export const SavedView = z.object({ id: z.uuid(), ...content })
export type SavedView = z.infer<typeof SavedView>

// One's own and nobody else's, and no act on anything: the log says nothing of it.
const own = { service: 'forms', permission: ['formRequest:read'], audit: 'verb' } as const

/** The worklist as the signed-in member likes to see it (REQ-1). */
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
  /** All of them, in their new order; any that is not named comes last. */
  reorder: {
    ...own,
    method: 'PUT',
    path: '/request/views',
    action: 'savedView:update',
    body: z.object({ ids: z.array(z.uuid()).max(maxSavedViews) }),
    response: done,
  },
})

/** Which of the form requests that one may see have changed; null: more than can be named, or nobody knows which. */
export const ChangedRequests = z.object({ ids: z.array(z.uuid()).nullable() })
export type ChangedRequests = z.infer<typeof ChangedRequests>

/** What happens while somebody looks (REQ-6). Nothing but ids: who wants to know more asks for the rows, and that is in the log. */
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
