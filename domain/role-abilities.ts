import { isRole, type Permission, permissionsOf, type Role } from './roles.ts'
import { checkGuard, guardOf, type RouteName } from './route-guards.ts'

/** An ability of a role: it can open the screen and holds the permission that the screen's calls need. */
const ability = (screen: RouteName, permission: Permission, words: string) => ({ screen, permission, words })

// Of the abilities in one group only the first that applies is listed.
const abilities = [
  [ability('organisationCreate', 'tenant:create', 'create and manage organisations')],
  [ability('organisationMemberManage', 'member:update', 'manage the users of every organisation')],
  [ability('reportsList', 'report:create', 'create reports')],
  [ability('requestCreate', 'formRequest:create', 'work with patients and form requests')],
  [ability('patientDetails', 'patientRecord:erase', 'download, merge and erase patient records')],
  [
    ability('formManage', 'form:delete', 'build and delete forms'),
    ability('formManage', 'form:update', 'build forms'),
    ability('formsList', 'form:read', 'read forms'),
  ],
  [ability('userManage', 'member:update', 'manage users')],
  [ability('usersList', 'ward:update', 'manage wards')],
  [ability('notificationTemplateCreate', 'template:create', 'manage notification templates')],
  [ability('organisationSettings', 'tenant:update', 'change organisation settings')],
  [ability('auditLog', 'log:read', 'read the audit log')],
] as const

/** Whether a role holds a permission and may open the screen where it is used. */
export function can(role: Role, screen: RouteName, permission: Permission) {
  const permissions = permissionsOf(role)
  return permissions.includes(permission) && checkGuard(guardOf(screen), { roles: [role], permissions }) === 'ok'
}

/** A description of a role, derived from its permissions and screens. An unknown role is described by its name. */
export function roleDescription(name: string) {
  if (!isRole(name)) return name
  const words = abilities.flatMap((area) => area.find(({ screen, permission }) => can(name, screen, permission))?.words ?? [])
  const seesPatients = permissionsOf(name).includes('patient:read')
  return `Can ${new Intl.ListFormat('en-GB', { type: 'conjunction' }).format(words)}.${seesPatients ? '' : ' Cannot see patients.'}`
}

/** Whether a role can manage an organisation's users: it holds every permission for it and can open the screens (MEM-5). */
export const canManagePeople = (role: Role) =>
  can(role, 'userCreate', 'member:create') && can(role, 'userManage', 'member:update') && can(role, 'userManage', 'member:delete')
