import type { Permission, Role } from './roles.ts'

/** A role written `!Name` must not be held. */
export type RoleRule = Role | `!${Role}`

/** What it takes to open a screen (specification section 6). An empty list asks for nothing. */
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
  // The rules of the table are all negative, or name one role: every one must hold (NAV-3).
  roleMatch: 'all' as const,
  permissions,
  permissionMatch: 'any' as const,
})

const notSysAdmin = ['!Forms SysAdmin'] as const
const notTheseAdmins = ['!Forms SysAdmin', '!Forms OrgAdmin'] as const
const onlySysAdmin = ['Forms SysAdmin'] as const
const anyone = [] as const

/** Every route of specification section 2 and of NAV-6, with what it takes to open it. */
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
  guard('outbox', notSysAdmin, 'formRequest:read'),
  guard('auditLog', notSysAdmin, 'log:read'),
  guard('organisationList', onlySysAdmin),
  guard('organisationDetails', onlySysAdmin),
  guard('organisationCreate', onlySysAdmin),
  guard('organisationMemberCreate', onlySysAdmin),
  guard('organisationMemberDetails', onlySysAdmin),
  guard('organisationMemberManage', onlySysAdmin),
  guard('reportsList', onlySysAdmin),
  guard('organisationSettings', notSysAdmin, 'tenant:update'),
  guard('formsList', anyone, 'form:read'),
  guard('formDetails', anyone, 'form:read'),
  guard('formCreate', anyone, 'form:create'),
  guard('formImport', anyone, 'form:create'),
  guard('formManage', anyone, 'form:update'),
  guard('requestsList', notSysAdmin, 'formRequest:read'),
  guard('requestCreate', notSysAdmin, 'formRequest:create'),
  guard('requestDetails', notSysAdmin, 'formRequest:read'),
  guard('requestImport', notSysAdmin, 'formRequest:import'),
  guard('requestImportDetails', notSysAdmin, 'formRequest:import'),
  guard('requestBulkList', notSysAdmin, 'formRequest:update'),
  guard('requestBulkDetails', notSysAdmin, 'formRequest:update'),
  guard('exportsList', anyone, 'formRequest:export', 'admin::*'),
  guard('profile', anyone),
  guard('profileSecurity', anyone),
  guard('unauthorised', anyone),
  guard('logout', anyone),
] as const
export type RouteName = (typeof routeGuards)[number]['route']

const guardsByRoute = new Map<RouteName, RouteGuard>(routeGuards.map((entry) => [entry.route, entry]))

/** The guard of a route. Throws for a name that is none of ours, which cannot compile. */
export function guardOf(route: RouteName): RouteGuard {
  const found = guardsByRoute.get(route)
  if (!found) throw new Error(`No guard for the route ${route}`)
  return found
}

/** What a person holds, read from the token again on every navigation. */
export type Viewer = { roles: readonly string[]; permissions: readonly string[] }

const isEmptyOrMatches = <Rule>(rules: readonly Rule[], match: 'any' | 'all', holds: (rule: Rule) => boolean) =>
  rules.length === 0 || (match === 'any' ? rules.some(holds) : rules.every(holds))

/**
 * Says whether a person may open a route, and if not which rule refused: `permission` leads to /unauthorised, `role` signs out.
 * Both failing answers `permission`, the milder of the two: the specification does not show the order.
 */
export function checkGuard(guard: RouteGuard, holder: Viewer): 'ok' | 'permission' | 'role' {
  const permitted = isEmptyOrMatches(guard.permissions, guard.permissionMatch, (permission) => holder.permissions.includes(permission))
  if (!permitted) return 'permission'
  const inRole = isEmptyOrMatches(guard.roles, guard.roleMatch, (rule) =>
    rule.startsWith('!') ? !holder.roles.includes(rule.slice(1)) : holder.roles.includes(rule),
  )
  return inRole ? 'ok' : 'role'
}
