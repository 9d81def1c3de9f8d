import { z } from 'zod'

import { pepAddress } from '#domain/pep-address.ts'
import { required } from '#domain/validation/product-rules.ts'

import { checked } from './checked.ts'
import { byId, IsoMoment } from './lists.ts'
import { routes } from './route.ts'
import { oneLineText } from './text.ts'

/** How the record system of the organisation's patients is reached. The secret goes in and never comes out. */
export const PepConfig = z.object({
  enabled: z.literal(true),
  address: z.string(),
  clientId: z.string(),
  secretSetAt: IsoMoment,
  findsDepartments: z.boolean(),
  findsClinics: z.boolean(),
})
export type PepConfig = z.infer<typeof PepConfig>

const Disabled = z.object({ enabled: z.literal(false) })

export const PepConfigFields = z.object({
  enabled: z.literal(true),
  address: checked(oneLineText('Address', 500), 'Address', required, pepAddress),
  clientId: checked(oneLineText('Client ID', 200), 'Client ID', required),
  /** Left out: the one that is set stays, as long as the address does. */
  clientSecret: checked(oneLineText('Client secret', 1_000), 'Client secret', required).optional(),
  findsDepartments: z.boolean('Department lookup is not valid.'),
  findsClinics: z.boolean('Clinic lookup is not valid.'),
})

const one = { service: 'tenants', path: '/tenant/:id/pep-config', params: byId, organisation: 'id', permission: ['tenant:update'] } as const

export const pepConfig = routes({
  /** Not found: disabled (specification section 8). */
  get: { ...one, method: 'GET', action: 'pepConfig:get', audit: 'pepConfigRead', response: PepConfig },
  set: {
    ...one,
    method: 'PUT',
    action: 'pepConfig:update',
    freshProof: 'always',
    audit: 'verb',
    body: z.discriminatedUnion('enabled', [PepConfigFields, Disabled]),
    response: z.discriminatedUnion('enabled', [PepConfig, Disabled]),
  },
})
