import { z } from 'zod'

import { logoLimits } from '#domain/logo.ts'
import { notificationMethods } from '#domain/notification.ts'
import {
  informationLimits,
  odsCode,
  type OrganisationPrice,
  organisationPrices,
  priceInPence,
  webAddress,
} from '#domain/organisation-rules.ts'
import { validate } from '#domain/validation/rules.ts'

import { checked, oneLineText, severalLines, wholeField } from './fields.ts'
import { byId, IsoMoment, listQuery, paginated } from './lists.ts'
import { pictures, routes } from './route.ts'

const OrganisationBasics = z.object({
  id: z.uuid(),
  name: z.string(),
  odsCode: z.string(),
  /** The version of the logo, which changes with the picture; null without a logo. */
  logo: z.string().nullable(),
  /** Whole minutes; null: no inactivity timeout. */
  clinicianTimeout: z.number().int().nullable(),
  minimumAge: z.number().int(),
  /** Whom users ask for help (UI-6). Empty: not given. */
  supportContact: z.string(),
})

/** The organisation (tenant) as its members see it. */
export const CurrentOrganisation = OrganisationBasics.extend({
  /** The methods by which the organisation cannot send messages, each with the reason for users. */
  uncarriedMethods: z.partialRecord(z.enum(notificationMethods), z.string()),
  /** What the PEP of the organisation can look up; null if PEP is disabled. */
  pep: z.object({ findsDepartments: z.boolean(), findsClinics: z.boolean() }).nullable(),
})
export type CurrentOrganisation = z.infer<typeof CurrentOrganisation>

export const Organisation = OrganisationBasics.extend({
  vitalType: z.string(),
  regulatoryBody: z.string(),
  code: z.string(),
  /** How many days after its message a form request that is still open gets its first reminder; 0 for none. */
  reminderDays: z.number().int(),
  /** Counted like `reminderDays`, for the second reminder; 0 for none. */
  secondReminderDays: z.number().int(),
  /** How many days before it expires a form request that is still open gets its last reminder; 0 for none. */
  lastReminderDays: z.number().int(),
  expiryDays: z.number().int(),
  autoCloseDays: z.number().int(),
  /** How long a patient can change their mind after a removal from the waiting list was approved. */
  removalDays: z.number().int(),
  /** How many years the record of a patient is kept after its last change. */
  retentionYears: z.number().int(),
  /** Whether records are deleted after this period. */
  deletesOldRecords: z.boolean(),
  wardAccess: z.enum(['all', 'assigned']),
  /** Requires a second factor from a day on (London time); a null day is in the past. */
  secondFactorRequired: z.boolean(),
  secondFactorFrom: z.iso.date().nullable(),
  /** Text messages and emails to patients are sent between these full hours (London time); 0 to 24 is any time of day. */
  sendingFrom: z.number().int(),
  sendingUntil: z.number().int(),
  sendsOnWeekdaysOnly: z.boolean(),
  /** Whether messages are sent on bank holidays of England. */
  sendsOnBankHolidays: z.boolean(),
  /** The methods in the order in which they are tried for one patient. Empty: a message that does not arrive is not sent another way. */
  cascadeMethods: z.array(z.enum(notificationMethods)),
  /** The next method is tried when an NHS App message is not read for this many hours, or another message is not delivered for so long. */
  appUnreadHours: z.number().int(),
  notDeliveredHours: z.number().int(),
  /** Pence; null: not known. */
  smsFragmentPrice: z.number().nullable(),
  letterPrice: z.number().nullable(),
  /** How patients reach the organisation. Empty: not given. */
  contactPhone: z.string(),
  contactHours: z.string(),
  contactAddress: z.string(),
  contactWeb: z.string(),
  /** Who is responsible for the data of patients; empty: the organisation itself. */
  dataController: z.string(),
  /** How patients reach the data protection officer. */
  dataProtectionContact: z.string(),
  /** A text, or only the address of a web page (domain/patient-information.ts); empty: the standard text. */
  privacyNotice: z.string(),
  accessibilityStatement: z.string(),
  totalMembers: z.number().int(),
  totalPatients: z.number().int(),
  /** Patients that are not archived. */
  totalActivePatients: z.number().int(),
  createdAt: IsoMoment,
})
export type Organisation = z.infer<typeof Organisation>

const price = (name: OrganisationPrice) =>
  checked(z.number(`${organisationPrices[name]} is not valid.`), organisationPrices[name], priceInPence).nullable()

/** The writable fields of an organisation. Days, hours and minutes are whole numbers. */
export const OrganisationFields = z.object({
  name: checked(oneLineText('Name', 200), 'Name', validate.required),
  vitalType: oneLineText('Organisation type', 100),
  regulatoryBody: oneLineText('Regulatory body', 100),
  odsCode: checked(oneLineText('ODS code', 20), 'ODS code', validate.required, odsCode),
  code: oneLineText('Code', 50),
  clinicianTimeout: wholeField('clinicianTimeout').nullable(),
  reminderDays: wholeField('reminderDays'),
  secondReminderDays: wholeField('secondReminderDays'),
  lastReminderDays: wholeField('lastReminderDays'),
  expiryDays: wholeField('expiryDays'),
  autoCloseDays: wholeField('autoCloseDays'),
  removalDays: wholeField('removalDays'),
  minimumAge: wholeField('minimumAge'),
  retentionYears: wholeField('retentionYears'),
  deletesOldRecords: z.boolean('Deletion of old records is not valid.'),
  wardAccess: z.enum(['all', 'assigned'], 'Ward access is not valid.'),
  secondFactorRequired: z.boolean(),
  secondFactorFrom: z.iso.date('The date is not valid.'),
  sendingFrom: wholeField('sendingFrom'),
  sendingUntil: wholeField('sendingUntil'),
  sendsOnWeekdaysOnly: z.boolean('Weekdays only is not valid.'),
  sendsOnBankHolidays: z.boolean('Bank holidays is not valid.'),
  cascadeMethods: z
    .array(z.enum(notificationMethods, 'Method is not valid.'))
    .max(notificationMethods.length, 'Each method can be chosen once.')
    .refine((methods) => new Set(methods).size === methods.length, 'Each method can be chosen once.'),
  appUnreadHours: wholeField('appUnreadHours'),
  notDeliveredHours: wholeField('notDeliveredHours'),
  smsFragmentPrice: price('smsFragmentPrice'),
  letterPrice: price('letterPrice'),
  contactPhone: oneLineText('Phone number for patients', 40),
  contactHours: oneLineText('Phone hours', 100),
  contactAddress: severalLines('Return address', 400),
  contactWeb: checked(oneLineText('Web page', 500), 'Web page', webAddress),
  supportContact: severalLines('Support contact', 400),
  dataController: oneLineText('Data controller', 200),
  dataProtectionContact: severalLines('Data protection contact', 400),
  privacyNotice: severalLines('Privacy notice', informationLimits.text),
  accessibilityStatement: severalLines('Accessibility statement', informationLimits.text),
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
      body: {
        secondFactorRequired: [false],
        secondFactorFrom: 'any value',
        wardAccess: ['all'],
        clinicianTimeout: 'any value',
        retentionYears: 'any value',
        deletesOldRecords: [true],
      },
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
