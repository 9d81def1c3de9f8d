import { z } from 'zod'

import { permissions } from '#domain/permissions.ts'
import { roles } from '#domain/roles.ts'
import { email, phone, required } from '#domain/validation/product-rules.ts'

import { checked, wholeField } from './checked.ts'
import { IsoMoment } from './lists.ts'
import { oneLineText } from './text.ts'

/** The signed-in member as the server sees them: what the screens may offer. */
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
  /** By which day they have to set up a second factor; null: they have one, or need none. */
  secondFactorDue: z.iso.date().nullable(),
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

/** What may be written about a member (specification section 3). The role Forms SysAdmin is never selectable (ROLE-3): the verb refuses it. */
export const memberFields = {
  firstName: checked(oneLineText('First name', 100), 'First name', required),
  lastName: checked(oneLineText('Last name', 100), 'Last name', required),
  emailAddress: checked(oneLineText('Email address', 254), 'Email address', required, email),
  phoneNumber: checked(oneLineText('Phone number', 30), 'Phone number', phone),
  occupation: oneLineText('Occupation', 100),
  jobTitle: oneLineText('Job title', 100),
  role: z.enum(roles, 'Role is not valid.'),
  isClinician: z.boolean(),
  language: z.enum(['en'], 'Language is not valid.'),
  timezone: z.string().refine((zone) => Intl.supportedValuesOf('timeZone').includes(zone), 'Timezone is not valid.'),
  clinicianTimeout: wholeField('clinicianTimeout').nullable(),
}
