import { z } from 'zod'

import { pepAddress } from '#domain/organisation-rules.ts'
import { pepFailures, pepLimits, pepPlaceKinds } from '#domain/pep.ts'
import { type Rule } from '#domain/validation/rule.ts'
import { validate } from '#domain/validation/rules.ts'

import { checked, oneLineText } from './fields.ts'
import { byId, IsoMoment } from './lists.ts'
import { routes } from './route.ts'

/** The connection to the organisation's patient record system. The secret is written and never read back. */
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

/** HTTP Basic separates the client ID from the secret by the first colon (RFC 7617 section 2). */
const withoutColon: Rule = (value) => (String(value).includes(':') ? '{field} must have no colon.' : undefined)

export const PepConfigFields = z.object({
  enabled: z.literal(true),
  address: checked(oneLineText('Address', 500), 'Address', validate.required, pepAddress),
  clientId: checked(oneLineText('Client ID', 200), 'Client ID', validate.required, withoutColon),
  /** When missing, the stored secret stays, unless the address changes. */
  clientSecret: checked(oneLineText('Client secret', 1_000), 'Client secret', validate.required).optional(),
  findsDepartments: z.boolean('Department lookup is not valid.'),
  findsClinics: z.boolean('Clinic lookup is not valid.'),
})

const pepConfigOf = {
  service: 'tenants',
  path: '/tenant/:id/pep-config',
  params: byId,
  organisation: 'id',
  permission: ['tenant:update'],
} as const

/** Why the PEP gave no answer; the words are in domain/pep.ts. */
const Failure = z.enum(pepFailures)
const noAnswer = z.object({ outcome: z.literal('no_answer'), reason: Failure })

export const pepConfig = routes({
  /** A "not found" response means disabled (specification section 8). */
  get: { ...pepConfigOf, method: 'GET', action: 'pepConfig:get', audit: 'pepConfigRead', response: PepConfig },
  set: {
    ...pepConfigOf,
    method: 'PUT',
    action: 'pepConfig:update',
    freshProof: 'always',
    audit: 'verb',
    body: z.discriminatedUnion('enabled', [PepConfigFields, Disabled]),
    response: z.discriminatedUnion('enabled', [PepConfig, Disabled]),
  },
  /** Calls the PEP with the saved configuration. */
  test: {
    ...pepConfigOf,
    method: 'POST',
    path: '/tenant/:id/pep-config/test',
    action: 'pepConfig:test',
    audit: 'verb',
    response: z.discriminatedUnion('outcome', [
      /** `name`: as the PEP calls itself. `finds`: what it says that it can look up. */
      z.object({ outcome: z.literal('connected'), name: z.string(), finds: z.array(z.enum(pepPlaceKinds)) }),
      noAnswer,
    ]),
  },
})

/** A department or clinic (appointment type) of the PEP. */
export const PepPlace = z.object({ code: z.string(), name: z.string(), kind: z.enum(pepPlaceKinds) })
export type PepPlace = z.infer<typeof PepPlace>

const codes = { service: 'forms', method: 'GET', permission: ['form:update'], audit: 'pepCodesRead' } as const

export const pepCodes = routes({
  /** Whether the PEP knows a code. */
  check: {
    ...codes,
    path: '/pep-codes/check',
    action: 'pepCode:check',
    query: z.object({ code: oneLineText('Code', pepLimits.code).min(1, 'Code is required.') }),
    response: z.discriminatedUnion('outcome', [
      z.object({ outcome: z.literal('known'), place: PepPlace }),
      z.object({ outcome: z.literal('unknown') }),
      noAnswer,
    ]),
  },
  /** Departments and clinics by the beginning of a code or a word of the name, of the kinds that the configuration looks up. */
  search: {
    ...codes,
    path: '/pep-codes',
    action: 'pepCode:search',
    query: z.object({ search: z.string().trim().max(pepLimits.search).default('') }),
    response: z.discriminatedUnion('outcome', [z.object({ outcome: z.literal('found'), places: z.array(PepPlace) }), noAnswer]),
  },
})

export const pepSubscribers = routes({
  /** Asks the PEP whether a patient uses it. The answer is not stored. */
  ask: {
    service: 'patients',
    method: 'GET',
    path: '/patient/:id/pep-subscriber',
    action: 'pepSubscriber:ask',
    permission: ['patient:read'],
    audit: 'verb',
    params: byId,
    response: z.object({
      patientId: z.uuid(),
      subscriber: z.enum(['yes', 'no', 'not_known']),
      askedAt: IsoMoment,
      /** Why it is not known; null if it is. */
      reason: Failure.nullable(),
    }),
  },
})
