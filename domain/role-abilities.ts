import { isRole, type Permission, permissionsOf, type Role } from './roles.ts'
import { checkGuard, guardOf, type RouteName } from './route-guards.ts'

/** Something a role can do in the product: it can open the screen and holds the permission that the screen's calls ask for. */
const ability = (screen: RouteName, permission: Permission, words: string) => ({ screen, permission, words })

// Of several abilities with the same screen area the first one that holds is said.
const abilities = [
  [ability('organisationCreate', 'tenant:create', 'create and manage organisations')],
  [ability('organisationMemberManage', 'member:update', 'manage the users of every organisation')],
  [ability('reportsList', 'report:create', 'create reports')],
  [ability('requestCreate', 'formRequest:create', 'work with patients and form requests')],
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

function can(role: Role, screen: RouteName, permission: Permission) {
  const permissions = permissionsOf(role)
  return permissions.includes(permission) && checkGuard(guardOf(screen), { roles: [role], permissions }) === 'ok'
}

/** What a role can do, derived from its permissions and the screens it can open, so that the words are always true; an unknown name stays itself. */
export function roleDescription(name: string) {
  if (!isRole(name)) return name
  const words = abilities.flatMap((area) => area.find(({ screen, permission }) => can(name, screen, permission))?.words ?? [])
  const seesPatients = permissionsOf(name).includes('patient:read')
  return `Can ${new Intl.ListFormat('en-GB', { type: 'conjunction' }).format(words)}.${seesPatients ? '' : ' Cannot see patients.'}`
}

/** Whether somebody with this role can run an organisation's users: holds every permission for it and can open the screens (MEM-5). */
export const canManagePeople = (role: Role) =>
  can(role, 'userCreate', 'member:create') && can(role, 'userManage', 'member:update') && can(role, 'userManage', 'member:delete')
