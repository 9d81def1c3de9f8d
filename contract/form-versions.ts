import { z } from 'zod'

import { draftRevision } from './form-definition.ts'
import { FormDetails } from './forms.ts'
import { byId, done } from './lists.ts'
import { routes } from './route.ts'

const versionNumber = z.coerce.number().int().min(1).max(1_000_000)

/** Open requests by version, each count up to a limit (domain/form/form.ts). */
export const OpenRequests = z.object({ version: z.number().int(), unopened: z.number().int(), opened: z.number().int() })
export type OpenRequests = z.infer<typeof OpenRequests>

export const formVersions = routes({
  /** Only versions with open requests, newest first. */
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
  /** The texts and questions of the version become the next revision of the draft. */
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

/** A browser window in which the form is open in the builder. */
const FormEditor = z.object({ window: z.uuid(), name: z.string(), isOwn: z.boolean() })
export type FormEditor = z.infer<typeof FormEditor>

// Sent every few seconds while a builder is open. It changes nothing, so it is not in the audit log.
const window = { service: 'forms', path: '/form/:id/editors/:window', action: 'form:update', permission: ['form:update'] } as const

/** The users who have the form open in the builder (FORM-3). */
export const formEditors = routes({
  /** Reports that this window is open; answers the other windows and the latest draft revision. */
  announce: {
    ...window,
    method: 'PUT',
    audit: 'verb',
    params,
    response: z.object({ draftRevision: z.number().int(), others: z.array(FormEditor) }),
  },
  leave: { ...window, method: 'DELETE', audit: 'verb', params, response: done },
})
