import type { Organisation } from '#contract/organisations.ts'
import { organisationNumbers, wholeNumber, type OrganisationNumber } from '#domain/organisation-rules.ts'
import { required } from '#domain/validation/product-rules.ts'
import { firstError } from '#domain/validation/rule.ts'

export type SettingsValues = Record<OrganisationNumber, string> & {
  wardAccess: 'all' | 'assigned'
  secondFactorRequired: boolean
  sendsOnWeekdaysOnly: boolean
}

export const settingsOf = (organisation: Organisation): SettingsValues => ({
  clinicianTimeout: String(organisation.clinicianTimeout ?? ''),
  reminderDays: String(organisation.reminderDays),
  expiryDays: String(organisation.expiryDays),
  autoCloseDays: String(organisation.autoCloseDays),
  minimumAge: String(organisation.minimumAge),
  sendingFrom: String(organisation.sendingFrom),
  sendingUntil: String(organisation.sendingUntil),
  sendsOnWeekdaysOnly: organisation.sendsOnWeekdaysOnly,
  wardAccess: organisation.wardAccess,
  secondFactorRequired: organisation.secondFactorRequired,
})

/** The rules of the contract, said while typing. */
export function checkSettings(values: SettingsValues) {
  const number = (name: OrganisationNumber, isOptional = false) => {
    const { label, low, high } = organisationNumbers[name]
    return firstError(values[name].trim(), [...(isOptional ? [] : [required]), wholeNumber(low, high)], label)
  }
  const hasEnd = Number(values.sendingUntil) > Number(values.sendingFrom)
  return {
    clinicianTimeout: number('clinicianTimeout', true),
    reminderDays: number('reminderDays'),
    expiryDays: number('expiryDays'),
    autoCloseDays: number('autoCloseDays'),
    minimumAge: number('minimumAge'),
    sendingUntil: hasEnd ? undefined : 'Messages until must be later than messages from.',
  }
}

export const bodyOf = (values: SettingsValues) => ({
  ...values,
  clinicianTimeout: values.clinicianTimeout.trim() ? Number(values.clinicianTimeout) : null,
  reminderDays: Number(values.reminderDays),
  expiryDays: Number(values.expiryDays),
  autoCloseDays: Number(values.autoCloseDays),
  minimumAge: Number(values.minimumAge),
  sendingFrom: Number(values.sendingFrom),
  sendingUntil: Number(values.sendingUntil),
})
