import { z } from 'zod'

import { routes } from './route.ts'

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
