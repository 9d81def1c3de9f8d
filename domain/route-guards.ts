import type { Permission, Role } from './roles.ts'

/** A role written `!Name` must not be held. */
export type RoleRule = Role | `!${Role}`

/** The rules for opening a screen (specification section 6). An empty list has no requirement. */
export type RouteGuard = {
  route: string
  roles: readonly RoleRule[]
  roleMatch: 'any' | 'all'
  permissions: readonly Permission[]
  permissionMatch: 'any' | 'all'
}

const guard = <const Route extends string>(route: Route, roles: readonly RoleRule[], ...permissions: Permission[]) => ({
  route,
  roles,
  // Every role rule must hold (NAV-3): the rules are negative or name a single role.
  roleMatch: 'all' as const,
  permissions,
  permissionMatch: 'any' as const,
})

const notSysAdmin = ['!Forms SysAdmin'] as const
const notTheseAdmins = ['!Forms SysAdmin', '!Forms OrgAdmin'] as const
const onlySysAdmin = ['Forms SysAdmin'] as const
const anyone = [] as const

/** Every route of specification section 2 and NAV-6 with its guard. */
export const routeGuards = [
  guard('dashboard', notSysAdmin, 'patient:read', 'form:read', 'formRequest:read'),
  guard('patientList', notSysAdmin, 'patient:read'),
  guard('patientDetails', notSysAdmin, 'formRequest:read'),
  guard('patientCreate', notSysAdmin, 'patient:create'),
  guard('patientManage', notSysAdmin, 'patient:update'),
  guard('usersList', notTheseAdmins, 'patient:read', 'ward:read'),
  guard('userDetails', notTheseAdmins, 'form:read'),
  guard('userCreate', notTheseAdmins, 'member:create'),
  guard('userManage', notTheseAdmins, 'member:update'),
  guard('notificationsList', notTheseAdmins, 'template:read'),
  guard('notificationTemplateDetails', notTheseAdmins, 'template:read'),
  guard('notificationTemplateCreate', notTheseAdmins, 'template:read'),
  guard('messagesList', notSysAdmin, 'formRequest:read'),
  guard('outbox', notSysAdmin, 'formRequest:read'),
  guard('auditLog', notSysAdmin, 'log:read'),
  guard('organisationList', onlySysAdmin),
  guard('organisationDetails', onlySysAdmin),
  guard('organisationCreate', onlySysAdmin),
  guard('organisationMemberCreate', onlySysAdmin),
  guard('organisationMemberDetails', onlySysAdmin),
  guard('organisationMemberManage', onlySysAdmin),
  guard('reportsList', onlySysAdmin),
  guard('reportDetails', anyone, 'report:read'),
  guard('organisationSettings', notSysAdmin, 'tenant:update'),
  guard('formsList', anyone, 'form:read'),
  guard('formDetails', anyone, 'form:read'),
  guard('formCreate', anyone, 'form:create'),
  guard('formImport', anyone, 'form:create'),
  guard('formLibrary', anyone, 'form:update'),
  guard('formManage', anyone, 'form:update'),
  guard('requestsList', notSysAdmin, 'formRequest:read'),
  guard('requestCreate', notSysAdmin, 'formRequest:create'),
  guard('requestDetails', notSysAdmin, 'formRequest:read'),
  guard('requestAnswer', notSysAdmin, 'formRequest:update'),
  guard('requestImport', notSysAdmin, 'formRequest:import'),
  guard('requestImportDetails', notSysAdmin, 'formRequest:import'),
  guard('requestBulkList', notSysAdmin, 'formRequest:update'),
  guard('requestBulkDetails', notSysAdmin, 'formRequest:update'),
  guard('seriesList', notSysAdmin, 'formRequest:read'),
  guard('seriesDetails', notSysAdmin, 'formRequest:read'),
  guard('seriesCreate', notSysAdmin, 'form:update'),
  guard('seriesManage', notSysAdmin, 'form:update'),
  guard('seriesEnrol', notSysAdmin, 'formRequest:create'),
  guard('waitingList', notSysAdmin, 'formRequest:read'),
  guard('lettersList', notSysAdmin, 'formRequest:update'),
  guard('exportsList', anyone, 'formRequest:export', 'admin::*'),
  guard('notices', notSysAdmin, 'formRequest:read'),
  guard('help', anyone),
  guard('profile', anyone),
  guard('profileSecurity', anyone),
  guard('unauthorised', anyone),
  guard('logout', anyone),
] as const
export type RouteName = (typeof routeGuards)[number]['route']

const guardsByRoute = new Map<RouteName, RouteGuard>(routeGuards.map((entry) => [entry.route, entry]))

/** The guard of a route. The type allows only known routes. */
export function guardOf(route: RouteName): RouteGuard {
  const found = guardsByRoute.get(route)
  if (!found) throw new Error(`No guard for the route ${route}`)
  return found
}

/** The roles and permissions of the signed-in user, read from the token on every navigation. */
export type Viewer = { roles: readonly string[]; permissions: readonly string[] }

const isEmptyOrMatches = <Rule>(rules: readonly Rule[], match: 'any' | 'all', holds: (rule: Rule) => boolean) =>
  rules.length === 0 || (match === 'any' ? rules.some(holds) : rules.every(holds))

/**
 * Tells whether a user may open a route, or which rule refused: `permission` leads to /unauthorised, `role` signs out. When both fail it
 * answers `permission`, because the specification gives no order.
 */
export function checkGuard(guard: RouteGuard, viewer: Viewer): 'ok' | 'permission' | 'role' {
  const permitted = isEmptyOrMatches(guard.permissions, guard.permissionMatch, (permission) => viewer.permissions.includes(permission))
  if (!permitted) return 'permission'
  const inRole = isEmptyOrMatches(guard.roles, guard.roleMatch, (rule) =>
    rule.startsWith('!') ? !viewer.roles.includes(rule.slice(1)) : viewer.roles.includes(rule),
  )
  return inRole ? 'ok' : 'role'
}
