import { z } from 'zod'

import { draftRevision } from './form-definition.ts'
import { FormDetails } from './form-records.ts'
import { byId } from './lists.ts'
import { routes } from './route.ts'

const versionNumber = z.coerce.number().int().min(1).max(1_000_000)

/** Requests that will be answered with a version, counted up to a limit each (domain/form/sent-count.ts). */
export const OpenRequests = z.object({ version: z.number().int(), unopened: z.number().int(), opened: z.number().int() })
export type OpenRequests = z.infer<typeof OpenRequests>

export const formVersions = routes({
  /** Only the versions that have any, newest first. */
  listOpen: {
    service: 'forms',
    method: 'GET',
    path: '/form/:id/open-requests',
    action: 'form:listVersions',
    permission: ['form:read'],
    audit: 'formRead',
    params: byId,
    response: z.object({ docs: z.array(OpenRequests) }),
  },
  /** The version's words and questions become the draft's next revision. */
  restore: {
    service: 'forms',
    method: 'POST',
    path: '/form/:id/versions/:version/restore',
    action: 'form:update',
    permission: ['form:update'],
    audit: 'verb',
    params: byId.extend({ version: versionNumber }),
    body: z.object({ draftRevision }),
    response: FormDetails,
  },
})
