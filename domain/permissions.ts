/** What a person may do, as `resource:action` (specification section 6, ROLE-2). `admin::*` marks the system administrator and grants nothing else by itself. */
export const permissions = [
  'admin::*',
  'patient:read',
  'patient:create',
  'patient:update',
  'patient:delete',
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
] as const
export type Permission = (typeof permissions)[number]

/** Tells whether a text, such as one from a token, names a permission of ours. */
export const isPermission = (text: string): text is Permission => (permissions as readonly string[]).includes(text)
