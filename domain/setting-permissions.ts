import { type Permission, permissionsOf, roleLabel, roles } from './roles.ts'

const setting = (label: string, permission: Permission = 'tenant:update') => ({ label, permission })
/** Names and codes that other systems, registers and patients use; only a system administrator changes them. */
const externalIdentifier = (label: string) => setting(label, 'admin::*')

/** Every setting of an organisation with the permission to change it. A missing setting does not compile in `updateOrganisation`. */
export const organisationSettings = {
  name: externalIdentifier('name'),
  odsCode: externalIdentifier('ODS code'),
  code: externalIdentifier('organisation number'),
  vitalType: externalIdentifier('organisation type'),
  regulatoryBody: externalIdentifier('regulatory body'),
  clinicianTimeout: setting('clinician timeout'),
  reminderDays: setting('reminder days'),
  secondReminderDays: setting('second reminder days'),
  lastReminderDays: setting('last reminder days'),
  expiryDays: setting('expiry days'),
  autoCloseDays: setting('auto-close days'),
  retentionYears: setting('retention period', 'patientRecord:erase'),
  deletesOldRecords: setting('deletion of old records', 'patientRecord:erase'),
  removalDays: setting('days to change one’s mind'),
  minimumAge: setting('minimum age'),
  sendingFrom: setting('start of the sending hours'),
  sendingUntil: setting('end of the sending hours'),
  sendsOnWeekdaysOnly: setting('sending days'),
  sendsOnBankHolidays: setting('sending on bank holidays'),
  cascadeMethods: setting('order of the methods'),
  appUnreadHours: setting('hours in the NHS App'),
  notDeliveredHours: setting('hours for delivery'),
  smsFragmentPrice: setting('price of an SMS fragment'),
  letterPrice: setting('price of a letter'),
  contactPhone: setting('phone number for patients'),
  contactHours: setting('phone hours'),
  contactAddress: setting('return address'),
  contactWeb: setting('web page'),
  supportContact: setting('support contact'),
  dataController: setting('data controller'),
  dataProtectionContact: setting('data protection contact'),
  privacyNotice: setting('privacy notice'),
  accessibilityStatement: setting('accessibility statement'),
  // Ward access limits which patients a member sees, so a member who is limited by it must not be able to lift the limit.
  wardAccess: setting('ward access', 'ward:update'),
  secondFactorRequired: setting('second factor', 'member:update'),
  secondFactorFrom: setting('date of the second factor', 'member:update'),
} as const
export type OrganisationSetting = keyof typeof organisationSettings

/** The reason a member with these permissions cannot change a setting; undefined when they can. */
export function readOnlyReason(name: OrganisationSetting, held: readonly string[]) {
  const { label, permission } = organisationSettings[name]
  return held.includes(permission) ? undefined : `Only ${holdersOf(permission)} can change the ${label}.`
}

function holdersOf(permission: Permission) {
  if (permission === 'admin::*') return 'a system administrator'
  const labels = roles.filter((role) => permissionsOf(role).includes(permission)).map(roleLabel)
  return `a user with the role ${labels.join(' or ')}`
}
