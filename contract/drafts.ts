import { z } from 'zod'

import { done, IsoMoment } from './lists.ts'
import { routes } from './route.ts'
import { textKinds } from './text.ts'

/** The form of a screen that something was typed into. */
const place = {
  screen: z
    .string()
    .max(500, 'Must be 500 characters or fewer.')
    .regex(/^\/(?![/\\])[\x21-\x7e]*$/, 'Screen is not valid.'),
  form: z.string().regex(/^[a-z][a-zA-Z-]{0,49}$/, 'Form is not valid.'),
}
/** JSON of the changed fields; only the form itself can read it. */
const content = z.string().max(60_000, 'Must be 60000 characters or fewer.').register(textKinds, { kind: 'own' })

const Draft = z.object({ ...place, content, keptAt: IsoMoment })
export type Draft = z.infer<typeof Draft>

// One's own and nobody else's, and no act on anything: the log says nothing of it.
const own = { service: 'tenants', path: '/tenant/member/drafts', permission: 'signed in', audit: 'verb' } as const

/** What the signed-in member has typed and not saved (IDLE-4). */
export const drafts = routes({
  list: { ...own, method: 'GET', action: 'draft:list', response: z.object({ docs: z.array(Draft) }) },
  keep: { ...own, method: 'PUT', action: 'draft:keep', body: z.object({ ...place, content }), response: done },
  discard: { ...own, method: 'DELETE', action: 'draft:discard', query: z.object(place), response: done },
})
