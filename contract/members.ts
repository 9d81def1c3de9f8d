import { z } from 'zod'

import { permissions } from '#domain/permissions.ts'
import { roles } from '#domain/roles.ts'

import { routes } from './route.ts'

/** The signed-in member as the server sees them: what the screens may offer. */
export const CurrentMember = z.object({
  id: z.uuid(),
  organisationId: z.uuid(),
  firstName: z.string(),
  lastName: z.string(),
  emailAddress: z.string(),
  role: z.enum(roles),
  permissions: z.array(z.enum(permissions)),
  isClinician: z.boolean(),
  clinicianTimeout: z.number().int().nullable(),
  language: z.string(),
  timezone: z.string(),
})
export type CurrentMember = z.infer<typeof CurrentMember>

export const members = routes({
  /** Called once after signing in; records the login (specification section 4, SIGN-5). */
  login: {
    service: 'tenants',
    method: 'PATCH',
    path: '/tenant/member/login',
    action: 'user:login',
    permission: 'signed in',
    audit: 'tenantMemberLogin',
    response: CurrentMember,
  },
  /** The member whose auth0Id is the token's subject (SIGN-7). */
  me: {
    service: 'tenants',
    method: 'GET',
    path: '/tenant/member/me',
    action: 'user:read',
    permission: 'signed in',
    audit: 'tenantMemberRead',
    response: CurrentMember,
  },
})
