import type { Organisation } from '#contract/organisations.ts'
import { organisationNumbers, wholeNumber, type OrganisationNumber } from '#domain/organisation-rules.ts'
import { dateOf, isIsoDate } from '#domain/dates.ts'
import { checkSecondFactorDay, endOfGrace } from '#domain/sign-in-rules.ts'
import { validate } from '#domain/validation/rules.ts'
import { firstError } from '#domain/validation/rule.ts'
import { settingsWords } from '#web/staff/organisations/words.ts'

export type SettingsValues = Record<OrganisationNumber, string> & {
  wardAccess: 'all' | 'assigned'
  secondFactorRequired: boolean
  /** yyyy-mm-dd, incomplete while the user types */
  secondFactorFrom: string
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
  // An early requirement has no day. If a day were filled in here, saving would lift the requirement until that day.
  secondFactorFrom: organisation.secondFactorFrom ?? (organisation.secondFactorRequired ? '' : endOfGrace(today())),
})

const today = () => dateOf(new Date())

function checkSecondFactor({ secondFactorRequired, secondFactorFrom }: SettingsValues, before: Organisation) {
  const isUnchanged = before.secondFactorRequired && secondFactorFrom === (before.secondFactorFrom ?? '')
  if (!secondFactorRequired || isUnchanged) return undefined
  return isIsoDate(secondFactorFrom) ? checkSecondFactorDay(secondFactorFrom, today()) : settingsWords.notADate
}

/** The rules of the contract, checked while the user types. */
export function checkSettings(values: SettingsValues, before: Organisation) {
  const number = (name: OrganisationNumber, isOptional = false) => {
    const { label, low, high } = organisationNumbers[name]
    return firstError(values[name].trim(), [...(isOptional ? [] : [validate.required]), wholeNumber(low, high)], label)
  }
  const hasEnd = Number(values.sendingUntil) > Number(values.sendingFrom)
  return {
    clinicianTimeout: number('clinicianTimeout', true),
    reminderDays: number('reminderDays'),
    expiryDays: number('expiryDays'),
    autoCloseDays: number('autoCloseDays'),
    minimumAge: number('minimumAge'),
    secondFactorFrom: checkSecondFactor(values, before),
    sendingUntil: hasEnd ? undefined : settingsWords.hoursOutOfOrder,
  }
}

export const bodyOf = ({ secondFactorFrom, ...values }: SettingsValues) => ({
  ...values,
  ...(values.secondFactorRequired && secondFactorFrom && { secondFactorFrom }),
  clinicianTimeout: values.clinicianTimeout.trim() ? Number(values.clinicianTimeout) : null,
  reminderDays: Number(values.reminderDays),
  expiryDays: Number(values.expiryDays),
  autoCloseDays: Number(values.autoCloseDays),
  minimumAge: Number(values.minimumAge),
  sendingFrom: Number(values.sendingFrom),
  sendingUntil: Number(values.sendingUntil),
})
