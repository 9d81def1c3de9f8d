/** Every address of the app (specification section 2, NAV-6), by the name of its screen. */
export const screenPaths = {
  dashboard: '/dashboard',
  patientList: '/patients',
  patientCreate: '/patients/create',
  patientDetails: '/patients/$id',
  patientManage: '/patients/$id/manage',
  usersList: '/users',
  userCreate: '/users/create',
  userDetails: '/users/details/$id',
  userManage: '/users/$id/manage',
  notificationsList: '/notifications',
  notificationTemplateDetails: '/notifications/template/details/$id',
  notificationTemplateCreate: '/notifications/template/create',
  messagesList: '/messages',
  outbox: '/outbox',
  auditLog: '/audit',
  organisationList: '/admin',
  organisationCreate: '/admin/organisation/create',
  organisationDetails: '/admin/organisation/$id',
  organisationMemberCreate: '/admin/organisation/$id/members/create',
  organisationMemberDetails: '/admin/organisation/$id/members/$memberId',
  organisationMemberManage: '/admin/organisation/$id/members/$memberId/manage',
  reportsList: '/admin/reports',
  reportDetails: '/reports/$id',
  organisationSettings: '/organisation',
  formsList: '/forms',
  formCreate: '/forms/create',
  formImport: '/forms/import',
  formLibrary: '/forms/library',
  formDetails: '/forms/details/$id',
  formManage: '/forms/$id/manage',
  requestsList: '/requests',
  requestCreate: '/requests/create',
  requestImport: '/requests/import',
  requestImportDetails: '/requests/import/$id',
  requestBulkList: '/requests/bulk',
  requestBulkDetails: '/requests/bulk/$id',
  requestDetails: '/requests/$id',
  seriesList: '/series',
  seriesCreate: '/series/create',
  seriesDetails: '/series/$id',
  seriesManage: '/series/$id/manage',
  seriesEnrol: '/series/$id/enrol',
  waitingList: '/waiting-list',
  requestAnswer: '/requests/$id/answer',
  lettersList: '/letters',
  exportsList: '/exports',
  notices: '/notices',
  help: '/help',
  profile: '/profile',
  profileSecurity: '/profile/security',
  unauthorised: '/unauthorised',
  logout: '/logout',
} as const
export type ScreenName = keyof typeof screenPaths

/** The start page and the style guide, which are no screens of the specification. */
export const startPath = '/'
export const styleguidePath = '/styleguide'

/** The id of a default template is a name; every other id is a UUID. */
const idOf = (path: string) => (path === screenPaths.notificationTemplateDetails ? '[^/]+' : '[\\da-f]{8}(-[\\da-f]{4}){3}-[\\da-f]{12}')
const patterns = [...Object.values(screenPaths), startPath, styleguidePath].map(
  // The app's router ignores case and a trailing slash.
  (path) => new RegExp(`^${path.replace(/\/$/, '').replace(/\$\w+/g, idOf(path))}/?$`, 'i'),
)
/** Whether the app has a screen at an address, given without its query. */
export const isScreenPath = (path: string) => patterns.some((pattern) => pattern.test(path))
