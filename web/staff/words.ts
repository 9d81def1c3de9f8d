import type { ScreenName } from '#domain/screen-paths.ts'

type ScreenWords = { title: string; breadcrumb: string; /** the screen one comes from */ under?: ScreenName }

/** Title and breadcrumb of every screen, from the text catalogue (specification section 2, NAV-6). */
export const screenWords: Record<ScreenName, ScreenWords> = {
  dashboard: { title: 'Dashboard', breadcrumb: 'Dashboard' },
  patientList: { title: 'Patient List', breadcrumb: 'Patients' },
  patientCreate: { title: 'Create Patient', breadcrumb: 'Create Patient', under: 'patientList' },
  patientDetails: { title: 'Patient Details', breadcrumb: 'Patient Details', under: 'patientList' },
  patientManage: { title: 'Manage Patient', breadcrumb: 'Manage Patient', under: 'patientList' },
  usersList: { title: 'User List', breadcrumb: 'Users' },
  userCreate: { title: 'Create User', breadcrumb: 'Create User', under: 'usersList' },
  userDetails: { title: 'User Details', breadcrumb: 'User Details', under: 'usersList' },
  userManage: { title: 'Manage User', breadcrumb: 'Manage User', under: 'usersList' },
  notificationsList: { title: 'Notification Templates', breadcrumb: 'Notifications' },
  notificationTemplateDetails: { title: 'Manage Template', breadcrumb: 'Manage Template', under: 'notificationsList' },
  notificationTemplateCreate: { title: 'Create Template', breadcrumb: 'Create Template', under: 'notificationsList' },
  messagesList: { title: 'Messages', breadcrumb: 'Messages' },
  outbox: { title: 'Outbox', breadcrumb: 'Outbox' },
  auditLog: { title: 'Audit Log', breadcrumb: 'Audit Log' },
  organisationList: { title: 'Organisation List', breadcrumb: 'Organisations' },
  organisationCreate: { title: 'Create Organisation', breadcrumb: 'Create Organisation', under: 'organisationList' },
  organisationDetails: { title: 'Manage Organisation', breadcrumb: 'Manage Organisation', under: 'organisationList' },
  organisationSettings: { title: 'Organisation', breadcrumb: 'Organisation' },
  organisationMemberCreate: { title: 'Create User', breadcrumb: 'Create User', under: 'organisationDetails' },
  organisationMemberDetails: { title: 'User Details', breadcrumb: 'User Details', under: 'organisationDetails' },
  organisationMemberManage: { title: 'Manage User', breadcrumb: 'Manage User', under: 'organisationDetails' },
  reportsList: { title: 'Reports List', breadcrumb: 'Reports' },
  // Also for users who cannot open the list.
  reportDetails: { title: 'Report Details', breadcrumb: 'Report Details' },
  formsList: { title: 'Form List', breadcrumb: 'Forms' },
  formCreate: { title: 'Create Form', breadcrumb: 'Create Form', under: 'formsList' },
  formImport: { title: 'Import Form', breadcrumb: 'Import Form', under: 'formsList' },
  formLibrary: { title: 'Question Library', breadcrumb: 'Question Library', under: 'formsList' },
  formDetails: { title: 'Form Details', breadcrumb: 'Form Details', under: 'formsList' },
  formManage: { title: 'Manage', breadcrumb: 'Manage', under: 'formsList' },
  requestsList: { title: 'Form Requests', breadcrumb: 'Form Requests' },
  requestCreate: { title: 'Create Form Request', breadcrumb: 'Create Form Request', under: 'requestsList' },
  requestImport: { title: 'Import Form Requests', breadcrumb: 'Import', under: 'requestsList' },
  requestImportDetails: { title: 'Import Details', breadcrumb: 'Import Details', under: 'requestImport' },
  requestBulkList: { title: 'Bulk Changes', breadcrumb: 'Bulk Changes', under: 'requestsList' },
  requestBulkDetails: { title: 'Bulk Change', breadcrumb: 'Bulk Change', under: 'requestBulkList' },
  requestDetails: { title: 'Form Request Details', breadcrumb: 'Form Request Details', under: 'requestsList' },
  seriesList: { title: 'Series', breadcrumb: 'Series' },
  seriesCreate: { title: 'Create Series', breadcrumb: 'Create Series', under: 'seriesList' },
  seriesDetails: { title: 'Series Details', breadcrumb: 'Series Details', under: 'seriesList' },
  seriesManage: { title: 'Edit Series', breadcrumb: 'Edit Series', under: 'seriesList' },
  seriesEnrol: { title: 'Enrol Patients', breadcrumb: 'Enrol Patients', under: 'seriesList' },
  waitingList: { title: 'Waiting List', breadcrumb: 'Waiting List' },
  requestAnswer: { title: 'Answer for the patient', breadcrumb: 'Answer for the patient', under: 'requestDetails' },
  lettersList: { title: 'Letters', breadcrumb: 'Letters' },
  exportsList: { title: 'Exports', breadcrumb: 'Exports', under: 'requestsList' },
  notices: { title: 'Notices', breadcrumb: 'Notices' },
  help: { title: 'Help', breadcrumb: 'Help' },
  profile: { title: 'Profile', breadcrumb: 'Profile' },
  profileSecurity: { title: 'Sign-in security', breadcrumb: 'Sign-in security', under: 'profile' },
  unauthorised: { title: 'Not allowed', breadcrumb: 'Not allowed' },
  logout: { title: 'Signing out', breadcrumb: 'Signing out' },
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
