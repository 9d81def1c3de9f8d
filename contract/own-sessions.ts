import { z } from 'zod'

import { done, IsoMoment } from './lists.ts'
import { routes } from './route.ts'

/** A place where the member is signed in. */
export const OwnSession = z.object({
  id: z.string(),
  /** Browser and device in words, as the browser last named them. */
  device: z.string(),
  signedInAt: IsoMoment,
  /** To within the few minutes that an access token lives. */
  lastUsedAt: IsoMoment,
  /** The one that this call came from. */
  isCurrent: z.boolean(),
})
export type OwnSession = z.infer<typeof OwnSession>

/** As the server names a session: a hash, which opens nothing. */
const bySession = z.object({ id: z.string().regex(/^[A-Za-z0-9_-]{1,64}$/, 'Session id is not valid.') })
const own = { service: 'tenants', path: '/tenant/member/sessions', permission: 'signed in' } as const
const ending = { ...own, method: 'DELETE', action: 'session:end', freshProof: 'always', audit: 'verb' } as const

/** Where one is signed in, and signing out there (ASVS 5 section 7.5.2). */
export const ownSessions = routes({
  /** The one that the call comes from first, then the newest. */
  list: { ...own, method: 'GET', action: 'session:list', audit: 'sessionList', response: z.object({ docs: z.array(OwnSession) }) },
  end: { ...ending, path: '/tenant/member/sessions/:id', params: bySession, response: done },
  /** All but the one that the call comes from. */
  endOthers: { ...ending, response: z.object({ ended: z.number().int() }) },
})
