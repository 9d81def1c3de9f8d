import { z } from 'zod'

import { byId } from './lists.ts'
import { pdf } from './media-types.ts'
import { routes } from './route.ts'

/** Forms on paper (FORM-5). */
export const formFiles = routes({
  /** To be filled in with a pen. Without a version the live one, or the draft of a form that was never published. */
  blank: {
    service: 'forms',
    method: 'GET',
    path: '/form/:id/pdf',
    action: 'form:download',
    permission: ['form:read'],
    audit: 'verb',
    params: byId,
    query: z.object({ version: z.union([z.literal('draft'), z.coerce.number().int().min(1).max(1_000_000)]).optional() }),
    response: 'file',
    fileTypes: [pdf],
  },
  /** What a patient answered to a request. */
  submission: {
    service: 'forms',
    method: 'GET',
    path: '/request/:id/pdf',
    action: 'formRequest:download',
    permission: ['formRequest:read'],
    audit: 'verb',
    params: byId,
    response: 'file',
    fileTypes: [pdf],
  },
})
