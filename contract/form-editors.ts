import { z } from 'zod'

import { done } from './lists.ts'
import { routes } from './route.ts'

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
