/** What a person may do, as `resource:action` (specification section 6, ROLE-2). `admin::*` marks the system administrator and grants nothing else by itself. */
export const permissions = [
  'admin::*',
  'patient:read',
  'patient:create',
  'patient:update',
  'patient:delete',
  'patientRecord:export',
  'patientRecord:erase',
  'patientRecord:merge',
  'form:read',
  'form:create',
  'form:update',
  'form:delete',
  'formRequest:read',
  'formRequest:create',
  'formRequest:update',
  'formRequest:import',
  'formRequest:export',
  'template:read',
  'template:create',
  'template:update',
  'template:delete',
  'ward:read',
  'ward:update',
  'tenant:read',
  'tenant:create',
  'tenant:update',
  'member:read',
  'member:create',
  'member:update',
  'member:delete',
  'report:read',
  'report:create',
  'log:read',
  'event:read',
] as const
export type Permission = (typeof permissions)[number]

/** What an integration client may be given: the permissions that the calls for systems need. It never manages people or settings (INT-1). */
export const clientPermissions = [
  'patient:read',
  'patient:create',
  'patient:update',
  'patient:delete',
  'form:read',
  'formRequest:read',
  'formRequest:create',
  'ward:read',
  'event:read',
] as const satisfies readonly Permission[]
export type ClientPermission = (typeof clientPermissions)[number]

/** The roles a member can hold (specification section 6, ROLE-1). Clinician is a flag on the member, not a role. */
export const roles = ['Forms SysAdmin', 'Forms OrgAdmin', 'Forms User', 'Admin', 'User'] as const
export type Role = (typeof roles)[number]

const everythingOn = (resource: string) => permissions.filter((permission) => permission.startsWith(`${resource}:`))

const userPermissions: Permission[] = [
  ...everythingOn('patient'),
  'form:read',
  ...everythingOn('formRequest'),
  'ward:read',
  // Every role reads its own organisation and the colleagues to whom a request can be assigned.
  'tenant:read',
  'member:read',
]

/** The permissions of each role. */
const permissionsByRole: Record<Role, readonly Permission[]> = {
  // A system administrator has no access to health records: no patient, form or request permission.
  'Forms SysAdmin': ['admin::*', ...everythingOn('tenant'), ...everythingOn('member'), ...everythingOn('report'), 'log:read'],
  'Forms OrgAdmin': [
    ...userPermissions,
    ...everythingOn('patientRecord'),
    'form:create',
    'form:update',
    'form:delete',
    'tenant:update',
    'member:create',
    'member:update',
    'member:delete',
    ...everythingOn('report'),
    'log:read',
    'event:read',
  ],
  'Forms User': [...userPermissions, 'form:create', 'form:update'],
  Admin: [
    ...userPermissions,
    ...everythingOn('patientRecord'),
    ...everythingOn('template'),
    'ward:update',
    'tenant:update',
    'member:create',
    'member:update',
    'member:delete',
    'log:read',
    'event:read',
  ],
  User: userPermissions,
}

const labels: Record<Role, string> = {
  'Forms SysAdmin': 'Forms System Admin',
  'Forms OrgAdmin': 'Forms Admin',
  'Forms User': 'Forms User',
  Admin: 'Admin',
  User: 'User',
}

/** Tells whether a text, for example from a token, is a role. */
export const isRole = (text: string): text is Role => (roles as readonly string[]).includes(text)

/** The permissions of a role; none for an unknown role. */
export const permissionsOf = (role: string): readonly Permission[] => (isRole(role) ? permissionsByRole[role] : [])

/** Whether a role can open a report, and so the link in the email of a monthly report. */
export const canOpenReports = (role: string) => permissionsOf(role).includes('report:read')

/** The roles an admin may give (ROLE-3): all except Forms SysAdmin. */
export const selectableRoles = roles.filter((role) => role !== 'Forms SysAdmin')

/**
 * Whether a member with these permissions may give a role to another member. A role with further permissions is refused, except that a
 * system administrator may give every selectable role, to create the first members of an organisation.
 */
export const mayGiveRole = (held: readonly string[], role: Role) =>
  selectableRoles.some((one) => one === role) && (held.includes('admin::*') || permissionsOf(role).every((one) => held.includes(one)))

/** The label of a role; an unknown role is shown by its name. */
export const roleLabel = (name: string) => (isRole(name) ? labels[name] : name)
