import { z } from 'zod'

import { draftRevision } from './form-definition.ts'
import { FormDetails } from './forms.ts'
import { byId, done } from './lists.ts'
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

const params = z.object({ id: z.uuid(), window: z.uuid() })

/** A window in which the builder of a form is open. */
const FormEditor = z.object({ window: z.uuid(), name: z.string(), isOwn: z.boolean() })
export type FormEditor = z.infer<typeof FormEditor>

// Said every few seconds while a builder is open, and no act on the form: what is done there the log has already.
const window = { service: 'forms', path: '/form/:id/editors/:window', action: 'form:update', permission: ['form:update'] } as const

/** Who has the builder of a form open now (FORM-3). */
export const formEditors = routes({
  /** Says that this window is open, and hears of the others and of what was saved last. */
  announce: {
    ...window,
    method: 'PUT',
    audit: 'verb',
    params,
    response: z.object({ draftRevision: z.number().int(), others: z.array(FormEditor) }),
  },
  leave: { ...window, method: 'DELETE', audit: 'verb', params, response: done },
})
