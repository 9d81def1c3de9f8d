import { z } from 'zod'

import { longestViewName, mostViews } from '#domain/saved-view.ts'

import { byId, done } from './lists.ts'
import { RequestFilters, requests } from './requests.ts'
import { routes } from './route.ts'
import { oneLineText } from './text.ts'

const content = {
  name: oneLineText('Name', longestViewName).min(1, 'Name is required.'),
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
    body: z.object({ ids: z.array(z.uuid()).max(mostViews) }),
    response: done,
  },
})
