import { z } from 'zod'

import { odsCode } from '#domain/organisation-rules.ts'
import { required } from '#domain/validation/product-rules.ts'

import { checked, wholeField } from './checked.ts'
import { byId, IsoMoment, listQuery, paginated } from './lists.ts'
import { routes } from './route.ts'
import { oneLineText } from './text.ts'

/** The organisation (tenant) as every member of it may see it. */
export const CurrentOrganisation = z.object({
  id: z.uuid(),
  name: z.string(),
  odsCode: z.string(),
  /** The version of its logo, which changes with the picture; null: none. */
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
  /** Stored for later: reminders are not sent yet. */
  reminderDays: z.number().int(),
  expiryDays: z.number().int(),
  autoCloseDays: z.number().int(),
  wardAccess: z.enum(['all', 'assigned']),
  /** Nobody signs in with a password alone, from a day on (London's calendar); a null day has passed. */
  secondFactorRequired: z.boolean(),
  secondFactorFrom: z.iso.date().nullable(),
  /** Text messages and e-mails to patients go out between these full hours, London's clock; 0 to 24: at any time of day. */
  sendingFrom: z.number().int(),
  sendingUntil: z.number().int(),
  sendsOnWeekdaysOnly: z.boolean(),
  totalMembers: z.number().int(),
  totalPatients: z.number().int(),
  /** Those not archived. */
  totalActivePatients: z.number().int(),
  createdAt: IsoMoment,
})
export type Organisation = z.infer<typeof Organisation>

/** What may be written about an organisation. Days and minutes are whole numbers. */
export const OrganisationFields = z.object({
  name: checked(oneLineText('Name', 200), 'Name', required),
  vitalType: oneLineText('Vital type', 100),
  regulatoryBody: oneLineText('Regulatory body', 100),
  odsCode: checked(oneLineText('ODS Code', 20), 'ODS Code', required, odsCode),
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
  /** The same address with a page is the list, for system administrators. */
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
    // What protects is turned off, or made weaker.
    freshProof: {
      body: { secondFactorRequired: [false], secondFactorFrom: 'any value', wardAccess: ['all'], clinicianTimeout: 'any value' },
    },
    audit: 'verb',
    body: OrganisationFields.partial(),
    response: Organisation,
  },
})
