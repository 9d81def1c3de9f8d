import type { Member } from '#contract/members.ts'
import { organisationNumbers, wholeNumber } from '#domain/organisation-rules.ts'
import { isRole, type Role } from '#domain/roles.ts'
import { validate } from '#domain/validation/rules.ts'
import { firstError } from '#domain/validation/rule.ts'
import { memberLabels } from '#web/staff/members/words.ts'

export type MemberValues = {
  firstName: string
  lastName: string
  emailAddress: string
  phoneNumber: string
  occupation: string
  jobTitle: string
  role: string
  isClinician: boolean
  language: 'en'
  timezone: string
  clinicianTimeout: string
  /** how a new user signs in for the first time */
  entry: string
  password: string
  passwordAgain: string
}

export const noMember: MemberValues = {
  firstName: '',
  lastName: '',
  emailAddress: '',
  phoneNumber: '',
  occupation: '',
  jobTitle: '',
  role: '',
  isClinician: false,
  language: 'en',
  timezone: 'Europe/London',
  clinicianTimeout: '',
  entry: 'invitation',
  password: '',
  passwordAgain: '',
}

export const valuesOf = (member: Member): MemberValues => ({
  ...noMember,
  firstName: member.firstName,
  lastName: member.lastName,
  emailAddress: member.emailAddress,
  phoneNumber: member.phoneNumber,
  occupation: member.occupation,
  jobTitle: member.jobTitle,
  role: member.role,
  isClinician: member.isClinician,
  timezone: member.timezone,
  clinicianTimeout: String(member.clinicianTimeout ?? ''),
})

const { low, high } = organisationNumbers.clinicianTimeout

/** The rules of the contract, checked while the user types. */
export const checkMember = (values: MemberValues) => ({
  firstName: firstError(values.firstName, [validate.required], memberLabels.firstName),
  lastName: firstError(values.lastName, [validate.required], memberLabels.lastName),
  emailAddress: firstError(values.emailAddress.trim(), [validate.required, validate.email], memberLabels.emailAddress),
  phoneNumber: firstError(values.phoneNumber, [validate.phone], memberLabels.phoneNumber),
  role: firstError(values.role, [validate.required], memberLabels.role),
  timezone: firstError(values.timezone, [validate.required], memberLabels.timezone),
  clinicianTimeout: firstError(values.clinicianTimeout.trim(), [wholeNumber(low, high)], memberLabels.clinicianTimeout),
  ...(values.entry === 'password' && {
    password: firstError(values.password, [validate.required, validate.password], memberLabels.password),
    passwordAgain: firstError(values.passwordAgain, [(again) => validate.confirmed(again, values.password)], memberLabels.password),
  }),
})

export function bodyOf({ entry: _entry, password: _password, passwordAgain: _again, clinicianTimeout, role, ...values }: MemberValues) {
  return {
    ...values,
    role: knownRole(role),
    clinicianTimeout: clinicianTimeout.trim() ? Number(clinicianTimeout) : null,
  }
}

function knownRole(role: string): Role {
  if (!isRole(role)) throw new Error('A form without a role was sent') // checkMember requires a role
  return role
}
