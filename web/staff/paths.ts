import { toQueryString } from '#web/api/query-string.ts'

/** Every address of the app (specification section 2, NAV-6), by the name of its screen. */
export const paths = {
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
  outbox: '/outbox',
  auditLog: '/audit',
  organisationList: '/admin',
  organisationCreate: '/admin/organisation/create',
  organisationDetails: '/admin/organisation/$id',
  organisationMemberCreate: '/admin/organisation/$id/members/create',
  organisationMemberDetails: '/admin/organisation/$id/members/$memberId',
  organisationMemberManage: '/admin/organisation/$id/members/$memberId/manage',
  reportsList: '/admin/reports',
  organisationSettings: '/organisation',
  formsList: '/forms',
  formCreate: '/forms/create',
  formImport: '/forms/import',
  formDetails: '/forms/details/$id',
  formManage: '/forms/$id/manage',
  requestsList: '/requests',
  requestCreate: '/requests/create',
  requestImport: '/requests/import',
  requestImportDetails: '/requests/import/$id',
  requestBulkList: '/requests/bulk',
  requestBulkDetails: '/requests/bulk/$id',
  requestDetails: '/requests/$id',
  exportsList: '/exports',
  profile: '/profile',
  profileSecurity: '/profile/security',
  unauthorised: '/unauthorised',
  logout: '/logout',
} as const
export type ScreenName = keyof typeof paths

type NamesIn<Path> = Path extends `${string}$${infer Name}/${infer Rest}`
  ? Name | NamesIn<`/${Rest}`>
  : Path extends `${string}$${infer Name}`
    ? Name
    : never
/** What the address of a screen holds besides its own words: `{ id }`, or nothing. */
export type PathParams<Name extends ScreenName> = { [Param in NamesIn<(typeof paths)[Name]>]: string }

type Rest<Name extends ScreenName> =
  {} extends PathParams<Name>
    ? [params?: PathParams<Name>, search?: Record<string, unknown>]
    : [params: PathParams<Name>, search?: Record<string, unknown>]

/** `pathTo('patientDetails', { id })`; the third argument becomes the query, as `useListSearch` reads it. */
export function pathTo<Name extends ScreenName>(name: Name, ...[params, search]: Rest<Name>) {
  const given = (params ?? {}) as Record<string, string> // every name in the pattern is in its params by type
  const query = search ? toQueryString(search) : ''
  return paths[name].replace(/\$(\w+)/g, (_, param: string) => encodeURIComponent(given[param] ?? '')) + (query && `?${query}`)
}
