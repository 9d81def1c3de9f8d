import { z } from 'zod'

import { routes } from './route.ts'

/** The organisation (tenant) as every member of it may see it. */
export const CurrentOrganisation = z.object({
  id: z.uuid(),
  name: z.string(),
  odsCode: z.string(),
  hasLogo: z.boolean(),
  /** Whole minutes; null: no inactivity timeout. */
  clinicianTimeout: z.number().int().nullable(),
  minimumAge: z.number().int(),
})
export type CurrentOrganisation = z.infer<typeof CurrentOrganisation>

export const organisations = routes({
  current: {
    service: 'tenants',
    method: 'GET',
    path: '/tenant',
    action: 'organisation:read',
    permission: 'signed in',
    audit: 'tenantRead',
    response: CurrentOrganisation,
  },
})
