import { z } from 'zod'

import { byId, done, flag } from './lists.ts'
import { routes } from './route.ts'
import { oneLineText } from './fields.ts'

export const Ward = z.object({ id: z.uuid(), name: z.string(), isArchived: z.boolean(), members: z.number().int() })
export type Ward = z.infer<typeof Ward>

const name = oneLineText('Name', 100).min(1, 'Name is required.')
const byWard = byId.extend({ wardId: z.uuid() })
const ofOrganisation = { service: 'tenants', organisation: 'id' } as const
const ofMember = {
  ...ofOrganisation,
  path: '/tenant/:id/members/:memberId/wards/:wardId',
  params: byWard.extend({ memberId: z.uuid() }),
} as const

export const wards = routes({
  list: {
    ...ofOrganisation,
    method: 'GET',
    path: '/tenant/:id/wards',
    action: 'ward:list',
    permission: ['ward:read', 'tenant:update'],
    isForSystems: true,
    audit: 'wardList',
    params: byId,
    query: z.object({ archived: flag.default(false) }),
    response: z.object({ docs: z.array(Ward) }),
  },
  create: {
    ...ofOrganisation,
    method: 'POST',
    path: '/tenant/:id/wards',
    action: 'ward:create',
    permission: ['ward:update'],
    audit: 'verb',
    params: byId,
    body: z.object({ name }),
    response: Ward,
  },
  update: {
    ...ofOrganisation,
    method: 'PATCH',
    path: '/tenant/:id/wards/:wardId',
    action: 'ward:update',
    permission: ['ward:update'],
    audit: 'verb',
    params: byWard,
    body: z.object({ name, isArchived: z.boolean() }).partial(),
    response: Ward,
  },
  assign: { ...ofMember, method: 'PUT', action: 'ward:assign', permission: ['ward:update'], audit: 'verb', response: done },
  unassign: { ...ofMember, method: 'DELETE', action: 'ward:unassign', permission: ['ward:update'], audit: 'verb', response: done },
})
