import { z } from 'zod'

import { permissions, roles } from '#domain/roles.ts'
import { validate } from '#domain/validation/rules.ts'

import { Log, MemberLogQuery } from './audit.ts'
import { checked, oneLineText, secretText, wholeField } from './fields.ts'
import { byId, done, flag, IsoMoment, listQuery, oneOrMore, paginated } from './lists.ts'
import { routes } from './route.ts'

/** The signed-in member: what the screens may offer. */
export const CurrentMember = z.object({
  id: z.uuid(),
  organisationId: z.uuid(),
  firstName: z.string(),
  lastName: z.string(),
  emailAddress: z.string(),
  phoneNumber: z.string(),
  occupation: z.string(),
  jobTitle: z.string(),
  role: z.enum(roles),
  permissions: z.array(z.enum(permissions)),
  isClinician: z.boolean(),
  clinicianTimeout: z.number().int().nullable(),
  language: z.string(),
  timezone: z.string(),
  /** The last day to set up a second factor; null when the member has one or needs none. */
  secondFactorDue: z.iso.date().nullable(),
  /** Whether a daily email says how many form requests wait for the member; null where no emails to users can be sent. */
  dailyEmail: z.boolean().nullable(),
})
export type CurrentMember = z.infer<typeof CurrentMember>

export const Member = z.object({
  id: z.uuid(),
  /** The identity provider's subject; null until an account is linked. */
  auth0Id: z.string().nullable(),
  firstName: z.string(),
  lastName: z.string(),
  emailAddress: z.string(),
  phoneNumber: z.string(),
  occupation: z.string(),
  jobTitle: z.string(),
  role: z.enum(roles),
  isClinician: z.boolean(),
  isActive: z.boolean(),
  language: z.string(),
  timezone: z.string(),
  clinicianTimeout: z.number().int().nullable(),
  lastLoginAt: IsoMoment.nullable(),
  createdAt: IsoMoment,
  wards: z.array(z.object({ id: z.uuid(), name: z.string() })),
})
export type Member = z.infer<typeof Member>

/** The writable fields of a member (specification section 3). The server refuses the role Forms SysAdmin (ROLE-3). */
export const memberFields = {
  firstName: checked(oneLineText('First name', 100), 'First name', validate.required),
  lastName: checked(oneLineText('Last name', 100), 'Last name', validate.required),
  emailAddress: checked(oneLineText('Email address', 254), 'Email address', validate.required, validate.email),
  phoneNumber: checked(oneLineText('Mobile phone', 30), 'Mobile phone', validate.phone),
  occupation: oneLineText('Occupation', 100),
  jobTitle: oneLineText('Job title', 100),
  role: z.enum(roles, 'Role is not valid.'),
  isClinician: z.boolean(),
  language: z.enum(['en'], 'Language is not valid.'),
  timezone: z.string().refine((zone) => Intl.supportedValuesOf('timeZone').includes(zone), 'Time zone is not valid.'),
  clinicianTimeout: wholeField('clinicianTimeout').nullable(),
}

const byMember = byId.extend({ memberId: z.uuid() })
const ofOrganisation = { service: 'tenants', organisation: 'id' } as const
const one = { ...ofOrganisation, path: '/tenant/:id/members/:memberId', params: byMember } as const
const own = { service: 'tenants', permission: 'signed in' } as const

export const members = routes({
  /** Called once after signing in; records the login (specification section 4, SIGN-5). */
  login: {
    ...own,
    method: 'PATCH',
    path: '/tenant/member/login',
    action: 'user:login',
    audit: 'tenantMemberLogin',
    response: CurrentMember,
  },
  /** The member whose auth0Id is the token's subject (SIGN-7). */
  me: { ...own, method: 'GET', path: '/tenant/member/me', action: 'user:read', audit: 'tenantMemberRead', response: CurrentMember },
  /** What members may change about themselves. Only administrators change names, addresses and roles. */
  updateMe: {
    ...own,
    method: 'PATCH',
    path: '/tenant/member/me',
    action: 'user:updateOwn',
    audit: 'verb',
    body: z
      .object({
        phoneNumber: memberFields.phoneNumber,
        occupation: memberFields.occupation,
        jobTitle: memberFields.jobTitle,
        language: memberFields.language,
        timezone: memberFields.timezone,
        clinicianTimeout: memberFields.clinicianTimeout,
        dailyEmail: z.boolean(),
      })
      .partial(),
    response: CurrentMember,
  },
  /** With the embedded provider: ends every session of this member, including this one. */
  changePassword: {
    ...own,
    method: 'PUT',
    path: '/tenant/member/me/password',
    action: 'user:changePassword',
    audit: 'verb',
    body: z.object({
      currentPassword: checked(secretText(), 'Current password', validate.required),
      password: checked(secretText(), 'New password', validate.required, validate.password),
    }),
    response: done,
  },
  roles: {
    ...own,
    method: 'GET',
    path: '/tenant/members/roles',
    action: 'user:listRoles',
    audit: 'roleList',
    response: z.object({ docs: z.array(z.object({ name: z.enum(roles), label: z.string(), description: z.string() })) }),
  },
  list: {
    ...ofOrganisation,
    method: 'GET',
    path: '/tenant/:id/members',
    action: 'user:list',
    permission: ['member:read'],
    audit: 'tenantMemberList',
    params: byId,
    query: listQuery(
      z.object({
        search: z.string().trim().max(200).optional(),
        role: oneOrMore(z.enum(roles)).optional(),
        active: flag.optional(),
        clinician: flag.optional(),
      }),
      ['lastName', 'emailAddress', 'role', 'lastLoginAt', 'createdAt'],
    ),
    response: paginated(Member),
  },
  get: {
    service: 'tenants',
    method: 'GET',
    path: '/tenant/members/:id',
    action: 'user:read',
    permission: ['member:read'],
    audit: 'tenantMemberRead',
    params: byId,
    response: Member,
  },
  /** The same in the organisation of the path, for system administrators (ORG-4). */
  find: { ...one, method: 'GET', action: 'user:read', permission: ['member:read'], audit: 'verb', response: Member },
  create: {
    ...ofOrganisation,
    method: 'PUT',
    path: '/tenant/:id/members',
    action: 'user:create',
    permission: ['member:create'],
    freshProof: 'always',
    audit: 'verb',
    params: byId,
    body: z.object({
      ...memberFields,
      phoneNumber: memberFields.phoneNumber.default(''),
      occupation: memberFields.occupation.default(''),
      jobTitle: memberFields.jobTitle.default(''),
      isClinician: memberFields.isClinician.default(false),
      language: memberFields.language.default('en'),
      timezone: memberFields.timezone.default('Europe/London'),
      clinicianTimeout: memberFields.clinicianTimeout.default(null),
      /** For the embedded provider, instead of an invitation: a first password that the member must change at the first sign-in. */
      password: checked(secretText(), 'Password', validate.password).optional(),
    }),
    response: Member,
  },
  update: {
    ...one,
    method: 'PATCH',
    action: 'user:update',
    permission: ['member:update'],
    freshProof: { body: { emailAddress: 'any value', role: 'any value', isActive: [true] } },
    audit: 'verb',
    body: z.object({ ...memberFields, isActive: z.boolean() }).partial(),
    response: Member,
  },
  /** Sends an email with a link that works once and replaces earlier links (MEM-2), to a member who has never signed in. */
  invite: {
    ...one,
    path: '/tenant/:id/members/:memberId/invitation',
    method: 'POST',
    action: 'user:invite',
    permission: ['member:update'],
    audit: 'verb',
    response: done,
  },
  /** Signs the member out everywhere, removes the password and emails a link to choose a new one (SIGN-9). */
  resetPassword: {
    ...one,
    path: '/tenant/:id/members/:memberId/password-reset',
    method: 'POST',
    action: 'user:resetPassword',
    permission: ['member:update'],
    freshProof: 'always',
    audit: 'verb',
    response: done,
  },
  /** The member can no longer sign in. The audit log keeps the name. */
  delete: { ...one, method: 'DELETE', action: 'user:delete', permission: ['member:delete'], audit: 'verb', response: done },
  logs: {
    service: 'tenants',
    method: 'GET',
    path: '/tenant/members/logs/:id',
    action: 'user:audit',
    permission: ['log:read'],
    audit: 'tenantMemberLogsRead',
    mayReadStandby: true,
    params: byId,
    query: MemberLogQuery,
    response: Log,
  },
})
