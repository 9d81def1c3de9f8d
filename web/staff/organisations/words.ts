export const organisationListWords = {
  label: 'Organisations',
  empty: {
    title: 'No organisations yet',
    text: 'Each organisation has its own users, patients and forms. Other organisations cannot see them.',
  },
  noMatch: { title: 'No organisation matches', text: 'Search by name, ODS code or number, or clear the filters.' },
}

export const organisationsPageWords = {
  title: 'Organisation List',
  create: 'Create organisation',
  search: 'Search organisations',
  searchExample: 'Name, ODS code or number',
  columns: { number: 'Number', users: 'Users', patients: 'Patients', activePatients: 'Active patients', created: 'Created' },
}

export const organisationLabels = {
  name: 'Name',
  odsCode: 'ODS code',
  code: 'Organisation number',
  vitalType: 'Vital type',
  regulatoryBody: 'Regulatory body',
}

export const createOrganisationWords = {
  title: 'Create Organisation',
  description: 'Next you add its first user. Sending hours and other settings start with default values. Change them under Settings.',
  create: 'Create organisation',
  created: (name: string) => `${name} was created.`,
  cancel: 'Cancel',
}

export const organisationPageWords = {
  title: 'Manage Organisation',
  ownTitle: 'Organisation',
  tabsLabel: 'Organisation',
  tabs: { details: 'Details', users: 'Users', logo: 'Logo', pep: 'PEP configuration', settings: 'Settings', log: 'Audit Log' },
  description: (odsCode: string) => `ODS code ${odsCode}`,
  createUser: 'Create user',
  userDetails: 'User Details',
  manageUser: 'Manage User',
  theOrganisation: 'the organisation',
}

export const detailsWords = {
  label: 'Organisation',
  readOnly: 'To change these details, ask a system administrator.',
  nameHint: 'Patients see the name on forms and in messages.',
  odsCodeHint: '3 to 20 letters and digits. No two organisations have the same code.',
  codeHint: 'The number used in your own systems.',
  save: 'Save details',
  saved: (name: string) => `Changes to ${name} were saved.`,
  totals: 'Totals',
  users: 'Users',
  patients: 'Patients',
  activePatients: 'Active patients',
  created: 'Created',
}

export const logoWords = {
  label: 'Logo',
  description: 'Shown in the header and at the top of patient forms.',
  none: 'No logo yet.',
  loading: 'Loading…',
  alt: (organisation: string) => `Logo of ${organisation}`,
  preview: 'Preview of the new logo',
  current: 'Current logo',
  choose: 'Choose a logo',
  chooseAnother: 'Choose another logo',
  limits: 'PNG, JPEG or WebP, at most 512 kB and 2,000 × 2,000 pixels',
  save: 'Save logo',
  saving: 'Saving…',
  saved: 'The logo was saved.',
  cancel: 'Cancel',
  remove: 'Remove logo',
  removeTitle: 'Remove the logo?',
  removeText: 'The header and the patient forms will show only the name of the organisation.',
  removed: 'The logo was removed.',
  damaged: 'The picture is damaged and cannot be shown. Save the picture again, then choose the new file.',
}

export const pepWords = {
  label: 'PEP configuration',
  description: 'PEP is a patient-engagement record system. You can link forms with its departments or clinics.',
  disabled: 'PEP is disabled',
  disabledText: 'Set up PEP to link forms with departments or clinics.',
  setUp: 'Set up PEP',
  enable: 'Enable PEP',
  save: 'Save PEP configuration',
  saved: 'The PEP configuration was saved.',
  cancel: 'Cancel',
  address: 'Address',
  addressHint: 'The base address of the record system. It starts with https://',
  clientId: 'Client ID',
  clientSecret: 'Client secret',
  newSecretHint: 'The secret is not shown again after you save.',
  secretHint: (setOn: string) =>
    `Set on ${setOn} and not shown again. Leave empty to keep the secret. If you change the address, enter the secret again.`,
  findDepartments: 'Look up departments',
  findClinics: 'Look up clinics',
  disable: 'Disable PEP',
  disableTitle: 'Disable PEP?',
  disableText: 'The address and the client secret are deleted. To use PEP again, enter both again.',
  wasDisabled: 'PEP was disabled.',
}

export const settingsWords = {
  save: 'Save settings',
  saved: 'The settings were saved.',
  formRequests: 'Form requests',
  reminderDays: 'Reminder days',
  reminderHint: 'Days from sending until a patient who has not answered gets a reminder. 0 sends no reminders.',
  reminderHintKept: 'No reminders are sent while messages are kept in the outbox.',
  expiryDays: 'Expiry days',
  expiryHint: 'Days from sending until an unanswered form request expires.',
  autoCloseDays: 'Auto-close days',
  autoCloseHint: 'Days from completion until a form request closes automatically.',
  minimumAge: 'Minimum age',
  minimumAgeHint: 'Patients must be older than this. The lowest value is 16.',
  sendingHours: 'Sending hours',
  sendingHoursText: 'Text messages and emails are sent only between these hours, UK time. Leave as 00:00–24:00 to send at any time.',
  sendFrom: 'Send messages from',
  sendUntil: 'Send messages until',
  weekdaysOnly: 'Monday to Friday only',
  weekdaysOnlyHint: 'Bank holidays count as normal days.',
  hoursOutOfOrder: 'The end of the sending hours must be later than the start.',
  access: 'Access',
  clinicianTimeout: 'Clinician timeout',
  clinicianTimeoutHint: 'Minutes of inactivity until clinicians are signed out. Leave empty for no timeout.',
  wardAccess: 'Ward access',
  allWards: 'Every user sees the patients of every ward',
  assignedWards: 'Users see only patients of the wards they are assigned to',
  secondFactor: 'Everyone signs in with a second factor',
  secondFactorHint: 'An authenticator app or a passkey, as well as the password.',
  secondFactorFrom: 'Second factor required from',
  secondFactorFromHint:
    'Until then, users without a second factor can sign in and see a reminder on every screen. On this day, sessions without a second factor end.',
  notADate: 'Enter a real date.',
}
