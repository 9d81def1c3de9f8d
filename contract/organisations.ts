import { z } from 'zod'

import { logoLimits } from '#domain/logo.ts'
import { odsCode, pepAddress } from '#domain/organisation-rules.ts'
import { validate } from '#domain/validation/rules.ts'

import { checked, oneLineText, wholeField } from './fields.ts'
import { byId, IsoMoment, listQuery, paginated } from './lists.ts'
import { pictures, routes } from './route.ts'

/** The organisation (tenant) as its members see it. */
export const CurrentOrganisation = z.object({
  id: z.uuid(),
  name: z.string(),
  odsCode: z.string(),
  /** The version of the logo, which changes with the picture; null without a logo. */
  logo: z.string().nullable(),
  /** Whole minutes; null: no inactivity timeout. */
  clinicianTimeout: z.number().int().nullable(),
  minimumAge: z.number().int(),
})
export type CurrentOrganisation = z.infer<typeof CurrentOrganisation>

export const Organisation = CurrentOrganisation.extend({
  vitalType: z.string(),
  regulatoryBody: z.string(),
  code: z.string(),
  /** How many days after its message a form request that is still open gets a reminder; 0 for none. */
  reminderDays: z.number().int(),
  expiryDays: z.number().int(),
  autoCloseDays: z.number().int(),
  wardAccess: z.enum(['all', 'assigned']),
  /** Requires a second factor from a day on (London time); a null day is in the past. */
  secondFactorRequired: z.boolean(),
  secondFactorFrom: z.iso.date().nullable(),
  /** Text messages and emails to patients are sent between these full hours (London time); 0 to 24 is any time of day. */
  sendingFrom: z.number().int(),
  sendingUntil: z.number().int(),
  sendsOnWeekdaysOnly: z.boolean(),
  totalMembers: z.number().int(),
  totalPatients: z.number().int(),
  /** Patients that are not archived. */
  totalActivePatients: z.number().int(),
  createdAt: IsoMoment,
})
export type Organisation = z.infer<typeof Organisation>

/** The writable fields of an organisation. Days and minutes are whole numbers. */
export const OrganisationFields = z.object({
  name: checked(oneLineText('Name', 200), 'Name', validate.required),
  vitalType: oneLineText('Vital type', 100),
  regulatoryBody: oneLineText('Regulatory body', 100),
  odsCode: checked(oneLineText('ODS code', 20), 'ODS code', validate.required, odsCode),
  code: oneLineText('Code', 50),
  clinicianTimeout: wholeField('clinicianTimeout').nullable(),
  reminderDays: wholeField('reminderDays'),
  expiryDays: wholeField('expiryDays'),
  autoCloseDays: wholeField('autoCloseDays'),
  minimumAge: wholeField('minimumAge'),
  wardAccess: z.enum(['all', 'assigned'], 'Ward access is not valid.'),
  secondFactorRequired: z.boolean(),
  secondFactorFrom: z.iso.date('The date is not valid.'),
  sendingFrom: wholeField('sendingFrom'),
  sendingUntil: wholeField('sendingUntil'),
  sendsOnWeekdaysOnly: z.boolean('Weekdays only is not valid.'),
})

const one = { service: 'tenants', path: '/tenant/:id', params: byId, organisation: 'id' } as const

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
  /** The same path with a page is the list for system administrators. */
  list: {
    service: 'tenants',
    method: 'GET',
    path: '/tenant',
    when: 'page',
    action: 'organisation:list',
    permission: ['admin::*'],
    audit: 'tenantList',
    query: listQuery(z.object({ search: z.string().trim().max(200).optional() }), [
      'name',
      'odsCode',
      'createdAt',
      'totalPatients',
      'totalMembers',
    ]),
    response: paginated(Organisation),
  },
  get: { ...one, method: 'GET', action: 'organisation:read', permission: ['tenant:read'], audit: 'tenantRead', response: Organisation },
  create: {
    service: 'tenants',
    method: 'POST',
    path: '/tenant',
    action: 'organisation:create',
    permission: ['tenant:create'],
    audit: 'verb',
    body: OrganisationFields.partial().required({ name: true, odsCode: true }),
    response: Organisation,
  },
  update: {
    ...one,
    method: 'PATCH',
    action: 'organisation:update',
    permission: ['tenant:update'],
    // These changes weaken security, so they need a fresh proof of identity.
    freshProof: {
      body: { secondFactorRequired: [false], secondFactorFrom: 'any value', wardAccess: ['all'], clinicianTimeout: 'any value' },
    },
    audit: 'verb',
    body: OrganisationFields.partial(),
    response: Organisation,
  },
})

const logo = { service: 'tenants', path: '/tenant/:id/logo', params: byId, organisation: 'id' } as const
/** The current version. */
const current = z.object({ logo: z.string().nullable() })

export const logos = routes({
  /** The response for one version may be cached for ever. */
  get: {
    ...logo,
    method: 'GET',
    action: 'organisation:readLogo',
    permission: ['tenant:read'],
    audit: 'tenantRead',
    query: z.object({ version: z.string().max(100).optional() }),
    response: 'file',
    fileTypes: pictures,
  },
  set: {
    ...logo,
    method: 'PUT',
    action: 'organisation:updateLogo',
    permission: ['tenant:update'],
    audit: 'verb',
    body: 'bytes',
    bodyTypes: ['image/*'],
    maxBytes: logoLimits.bytes,
    response: current,
  },
  remove: { ...logo, method: 'DELETE', action: 'organisation:removeLogo', permission: ['tenant:update'], audit: 'verb', response: current },
})

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

export const PepConfigFields = z.object({
  enabled: z.literal(true),
  address: checked(oneLineText('Address', 500), 'Address', validate.required, pepAddress),
  clientId: checked(oneLineText('Client ID', 200), 'Client ID', validate.required),
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
})
