import { z } from 'zod'

import { largestLogo } from '#domain/logo.ts'

import { byId } from './lists.ts'
import { pictures } from './media-types.ts'
import { routes } from './route.ts'

const one = { service: 'tenants', path: '/tenant/:id/logo', params: byId, organisation: 'id' } as const
/** The version that is there now. */
const current = z.object({ logo: z.string().nullable() })

export const logos = routes({
  /** Asked for by its version, it may be kept for ever. */
  get: {
    ...one,
    method: 'GET',
    action: 'organisation:readLogo',
    permission: ['tenant:read'],
    audit: 'tenantRead',
    query: z.object({ version: z.string().max(100).optional() }),
    response: 'file',
    fileTypes: pictures,
  },
  set: {
    ...one,
    method: 'PUT',
    action: 'organisation:updateLogo',
    permission: ['tenant:update'],
    audit: 'verb',
    body: 'bytes',
    bodyTypes: ['image/*'],
    largest: largestLogo.bytes,
    response: current,
  },
  remove: { ...one, method: 'DELETE', action: 'organisation:removeLogo', permission: ['tenant:update'], audit: 'verb', response: current },
})
