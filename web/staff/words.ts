import type { ScreenName } from '#domain/screen-paths.ts'

type ScreenWords = { title: string; breadcrumb: string; /** the screen one comes from */ under?: ScreenName }

/** The title is the breadcrumb too. */
const named = (title: string, under?: ScreenName): ScreenWords => ({ title, breadcrumb: title, ...(under && { under }) })

/** Title and breadcrumb of every screen, from the text catalogue (specification section 2, NAV-6). */
export const screenWords: Record<ScreenName, ScreenWords> = {
  dashboard: named('Dashboard'),
  patientList: { title: 'Patient List', breadcrumb: 'Patients' },
  patientCreate: named('Create Patient', 'patientList'),
  patientDetails: named('Patient Details', 'patientList'),
  patientManage: named('Manage Patient', 'patientList'),
  usersList: { title: 'User List', breadcrumb: 'Users' },
  userCreate: named('Create User', 'usersList'),
  userDetails: named('User Details', 'usersList'),
  userManage: named('Manage User', 'usersList'),
  notificationsList: { title: 'Notification Templates', breadcrumb: 'Notifications' },
  notificationTemplateDetails: named('Manage Template', 'notificationsList'),
  notificationTemplateCreate: named('Create Template', 'notificationsList'),
  messagesList: named('Messages'),
  outbox: named('Outbox'),
  auditLog: named('Audit Log'),
  organisationList: { title: 'Organisation List', breadcrumb: 'Organisations' },
  organisationCreate: named('Create Organisation', 'organisationList'),
  organisationDetails: named('Manage Organisation', 'organisationList'),
  organisationSettings: named('Organisation'),
  organisationMemberCreate: named('Create User', 'organisationDetails'),
  organisationMemberDetails: named('User Details', 'organisationDetails'),
  organisationMemberManage: named('Manage User', 'organisationDetails'),
  reportsList: { title: 'Reports List', breadcrumb: 'Reports' },
  // Also for users who cannot open the list.
  reportDetails: named('Report Details'),
  formsList: { title: 'Form List', breadcrumb: 'Forms' },
  formCreate: named('Create Form', 'formsList'),
  formImport: named('Import Form', 'formsList'),
  formLibrary: named('Question Library', 'formsList'),
  formDetails: named('Form Details', 'formsList'),
  formManage: named('Manage', 'formsList'),
  requestsList: named('Form Requests'),
  requestCreate: named('Create Form Request', 'requestsList'),
  requestImport: { title: 'Import Form Requests', breadcrumb: 'Import', under: 'requestsList' },
  requestImportDetails: named('Import Details', 'requestImport'),
  requestBulkList: named('Bulk Changes', 'requestsList'),
  requestBulkDetails: named('Bulk Change', 'requestBulkList'),
  requestDetails: named('Form Request Details', 'requestsList'),
  seriesList: named('Series'),
  seriesCreate: named('Create Series', 'seriesList'),
  seriesDetails: named('Series Details', 'seriesList'),
  seriesManage: named('Edit Series', 'seriesList'),
  seriesEnrol: named('Enrol Patients', 'seriesList'),
  waitingList: named('Waiting List'),
  requestAnswer: named('Answer for the patient', 'requestDetails'),
  lettersList: named('Letters'),
  exportsList: named('Exports', 'requestsList'),
  notices: named('Notices'),
  help: named('Help'),
  profile: named('Profile'),
  profileSecurity: named('Sign-in security', 'profile'),
  unauthorised: named('Not allowed'),
  logout: named('Signing out'),
}

/** Words of the text catalogue that belong to no screen, by their keys (specification section 8). */
export const applicationWords = {
  'application.timeout': 'You were signed out because you were inactive.',
} as const

/** The other texts of the timeout panel. */
export const timeoutWords = {
  documentTitle: 'Signed out – Formward',
  signIn: 'Sign in',
}

/** What stands in the menu of the account: needed now and then, so that the navigation stays one row. */
export const accountPages = [
  ['requestImport', 'Imports'],
  ['exportsList', 'Exports'],
  ['requestBulkList', 'Bulk changes'],
  ['organisationSettings', 'Organisation'],
  ['auditLog', 'Audit log'],
] as const satisfies [ScreenName, string][]

/** What the navigation calls each section; a screen that is named in neither is reached from another. */
export const sections = [
  ['dashboard', 'Dashboard'],
  ['requestsList', 'Form requests'],
  ['waitingList', 'Waiting list'],
  ['messagesList', 'Messages'],
  ['patientList', 'Patients'],
  ['formsList', 'Forms'],
  ['seriesList', 'Series'],
  ['usersList', 'Users'],
  ['notificationsList', 'Notifications'],
  ['lettersList', 'Letters'],
  ['outbox', 'Outbox'],
  ['organisationList', 'Organisations'],
  ['reportsList', 'Reports'],
] as const satisfies [ScreenName, string][]

export const downloadWords = { preparing: 'Preparing…' }

/** The page of every component, which only a demonstration has. */
export const styleguideWords = { title: 'Style guide' }

export const copyWords = {
  copy: (what: string) => `Copy ${what}`,
  copied: 'Copied.',
  notCopied: 'The browser did not allow copying. Select the text and copy it.',
}
