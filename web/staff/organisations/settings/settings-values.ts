import type { Organisation } from '#contract/organisations.ts'
import { type NotificationMethod, notificationMethods } from '#domain/notification.ts'
import {
  organisationNumbers,
  type OrganisationNumber,
  type OrganisationPrice,
  organisationPrices,
  priceInPence,
  reminderOrderProblem,
  webAddress,
  wholeNumber,
} from '#domain/organisation-rules.ts'
import { isIsoDate } from '#domain/dates.ts'
import { dateOf } from '#domain/moments.ts'
import { checkSecondFactorDay, endOfGrace } from '#domain/sign-in-rules.ts'
import { validate } from '#domain/validation/rules.ts'
import { firstError } from '#domain/validation/rule.ts'
import { settingsWords } from '#web/staff/organisations/words.ts'

/** The retention period has its own screen. */
type SettingNumber = Exclude<OrganisationNumber, 'retentionYears'>

export type SettingsValues = Record<SettingNumber | OrganisationPrice, string> & {
  /** The methods in their order, separated by commas. */
  cascadeMethods: string
  contactPhone: string
  contactHours: string
  contactAddress: string
  contactWeb: string
  supportContact: string
  dataController: string
  dataProtectionContact: string
  privacyNotice: string
  accessibilityStatement: string
  sendsOnBankHolidays: boolean
  wardAccess: 'all' | 'assigned'
  secondFactorRequired: boolean
  /** yyyy-mm-dd, incomplete while the user types */
  secondFactorFrom: string
  sendsOnWeekdaysOnly: boolean
}

export const settingsOf = (organisation: Organisation): SettingsValues => ({
  clinicianTimeout: String(organisation.clinicianTimeout ?? ''),
  reminderDays: String(organisation.reminderDays),
  secondReminderDays: String(organisation.secondReminderDays),
  lastReminderDays: String(organisation.lastReminderDays),
  expiryDays: String(organisation.expiryDays),
  autoCloseDays: String(organisation.autoCloseDays),
  removalDays: String(organisation.removalDays),
  minimumAge: String(organisation.minimumAge),
  sendingFrom: String(organisation.sendingFrom),
  sendingUntil: String(organisation.sendingUntil),
  sendsOnWeekdaysOnly: organisation.sendsOnWeekdaysOnly,
  sendsOnBankHolidays: organisation.sendsOnBankHolidays,
  cascadeMethods: organisation.cascadeMethods.join(','),
  appUnreadHours: String(organisation.appUnreadHours),
  notDeliveredHours: String(organisation.notDeliveredHours),
  smsFragmentPrice: String(organisation.smsFragmentPrice ?? ''),
  letterPrice: String(organisation.letterPrice ?? ''),
  contactPhone: organisation.contactPhone,
  contactHours: organisation.contactHours,
  contactAddress: organisation.contactAddress,
  contactWeb: organisation.contactWeb,
  supportContact: organisation.supportContact,
  dataController: organisation.dataController,
  dataProtectionContact: organisation.dataProtectionContact,
  privacyNotice: organisation.privacyNotice,
  accessibilityStatement: organisation.accessibilityStatement,
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
  const number = (name: SettingNumber, isOptional = false) => {
    const { label, low, high } = organisationNumbers[name]
    return firstError(values[name].trim(), [...(isOptional ? [] : [validate.required]), wholeNumber(low, high)], label)
  }
  const price = (name: OrganisationPrice) => firstError(values[name].trim(), [priceInPence], organisationPrices[name])
  const hasEnd = Number(values.sendingUntil) > Number(values.sendingFrom)
  return {
    clinicianTimeout: number('clinicianTimeout', true),
    reminderDays: number('reminderDays'),
    secondReminderDays:
      number('secondReminderDays') ?? reminderOrderProblem(Number(values.reminderDays), Number(values.secondReminderDays)),
    lastReminderDays: number('lastReminderDays'),
    expiryDays: number('expiryDays'),
    autoCloseDays: number('autoCloseDays'),
    removalDays: number('removalDays'),
    minimumAge: number('minimumAge'),
    appUnreadHours: number('appUnreadHours'),
    notDeliveredHours: number('notDeliveredHours'),
    smsFragmentPrice: price('smsFragmentPrice'),
    letterPrice: price('letterPrice'),
    contactWeb: firstError(values.contactWeb, [webAddress], settingsWords.contactWeb),
    secondFactorFrom: checkSecondFactor(values, before),
    sendingUntil: hasEnd ? undefined : settingsWords.hoursOutOfOrder,
  }
}

export const bodyOf = ({ secondFactorFrom, ...values }: SettingsValues) => ({
  ...values,
  ...(values.secondFactorRequired && secondFactorFrom && { secondFactorFrom }),
  clinicianTimeout: values.clinicianTimeout.trim() ? Number(values.clinicianTimeout) : null,
  reminderDays: Number(values.reminderDays),
  secondReminderDays: Number(values.secondReminderDays),
  lastReminderDays: Number(values.lastReminderDays),
  expiryDays: Number(values.expiryDays),
  autoCloseDays: Number(values.autoCloseDays),
  removalDays: Number(values.removalDays),
  minimumAge: Number(values.minimumAge),
  cascadeMethods: notificationMethodsOf(values.cascadeMethods),
  appUnreadHours: Number(values.appUnreadHours),
  notDeliveredHours: Number(values.notDeliveredHours),
  smsFragmentPrice: values.smsFragmentPrice.trim() ? Number(values.smsFragmentPrice) : null,
  letterPrice: values.letterPrice.trim() ? Number(values.letterPrice) : null,
  sendingFrom: Number(values.sendingFrom),
  sendingUntil: Number(values.sendingUntil),
})

const notificationMethodsOf = (text: string): NotificationMethod[] =>
  text.split(',').flatMap((name) => notificationMethods.find((method) => method === name) ?? [])

/** Every order of two or three methods, with the free one first. */
export const cascadeOrders: readonly (readonly NotificationMethod[])[] = [
  ['nhs_app', 'sms', 'email'],
  ['nhs_app', 'email', 'sms'],
  ['nhs_app', 'sms'],
  ['nhs_app', 'email'],
  ['email', 'sms'],
  ['sms', 'email'],
]
