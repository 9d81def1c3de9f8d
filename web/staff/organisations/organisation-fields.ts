import type { Organisation } from '#contract/organisations.ts'
import { odsCode, organisationNumbers, wholeNumber, type OrganisationNumber } from '#domain/organisation-rules.ts'
import { required } from '#domain/validation/product-rules.ts'
import { firstError } from '#domain/validation/rule.ts'

type Texts = { name: string; odsCode: string; code: string; vitalType: string; regulatoryBody: string }
export type OrganisationValues = Texts &
  Record<OrganisationNumber, string> & { wardAccess: 'all' | 'assigned'; secondFactorRequired: boolean }

export const noOrganisation: OrganisationValues = {
  name: '',
  odsCode: '',
  code: '',
  vitalType: '',
  regulatoryBody: '',
  clinicianTimeout: '',
  reminderDays: '3',
  expiryDays: '28',
  autoCloseDays: '90',
  minimumAge: '16',
  wardAccess: 'all',
  secondFactorRequired: false,
}

export const valuesOf = (organisation: Organisation): OrganisationValues => ({
  name: organisation.name,
  odsCode: organisation.odsCode,
  code: organisation.code,
  vitalType: organisation.vitalType,
  regulatoryBody: organisation.regulatoryBody,
  clinicianTimeout: String(organisation.clinicianTimeout ?? ''),
  reminderDays: String(organisation.reminderDays),
  expiryDays: String(organisation.expiryDays),
  autoCloseDays: String(organisation.autoCloseDays),
  minimumAge: String(organisation.minimumAge),
  wardAccess: organisation.wardAccess,
  secondFactorRequired: organisation.secondFactorRequired,
})

/** The rules of the contract, said while typing. */
export function checkOrganisation(values: OrganisationValues) {
  const number = (name: OrganisationNumber, isOptional = false) => {
    const { label, low, high } = organisationNumbers[name]
    return firstError(values[name].trim(), [...(isOptional ? [] : [required]), wholeNumber(low, high)], label)
  }
  return {
    name: firstError(values.name, [required], 'Name'),
    odsCode: firstError(values.odsCode, [required, odsCode], 'ODS Code'),
    clinicianTimeout: number('clinicianTimeout', true),
    reminderDays: number('reminderDays'),
    expiryDays: number('expiryDays'),
    autoCloseDays: number('autoCloseDays'),
    minimumAge: number('minimumAge'),
  }
}

export const bodyOf = (values: OrganisationValues) => ({
  ...values,
  clinicianTimeout: values.clinicianTimeout.trim() ? Number(values.clinicianTimeout) : null,
  reminderDays: Number(values.reminderDays),
  expiryDays: Number(values.expiryDays),
  autoCloseDays: Number(values.autoCloseDays),
  minimumAge: Number(values.minimumAge),
})
