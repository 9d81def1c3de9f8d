import { describe, expect, test } from 'vitest'

import { canOpenReports, mayGiveRole, permissions, permissionsOf, roleLabel, roles, selectableRoles } from './roles.ts'

describe('permissionsOf', () => {
  test('the table of roles and permissions matches the recorded one (ROLE-2)', () => {
    const matrix = roles.map((role) => `${role}: ${permissions.filter((permission) => permissionsOf(role).includes(permission)).join(' ')}`)
    expect(matrix).toMatchInlineSnapshot(`
      [
        "Forms SysAdmin: admin::* tenant:read tenant:create tenant:update member:read member:create member:update member:delete report:read report:create log:read",
        "Forms OrgAdmin: patient:read patient:create patient:update patient:delete patientRecord:export patientRecord:erase patientRecord:merge form:read form:create form:update form:delete formRequest:read formRequest:create formRequest:update formRequest:import formRequest:export ward:read tenant:read tenant:update member:read member:create member:update member:delete report:read report:create log:read event:read",
        "Forms User: patient:read patient:create patient:update patient:delete form:read form:create form:update formRequest:read formRequest:create formRequest:update formRequest:import formRequest:export ward:read tenant:read member:read",
        "Admin: patient:read patient:create patient:update patient:delete patientRecord:export patientRecord:erase patientRecord:merge form:read formRequest:read formRequest:create formRequest:update formRequest:import formRequest:export template:read template:create template:update template:delete ward:read ward:update tenant:read tenant:update member:read member:create member:update member:delete log:read event:read",
        "User: patient:read patient:create patient:update patient:delete form:read formRequest:read formRequest:create formRequest:update formRequest:import formRequest:export ward:read tenant:read member:read",
      ]
    `)
  })

  test('the system administrator has no permission for patients, forms and requests (ROLE-2)', () => {
    expect(permissionsOf('Forms SysAdmin').filter((permission) => /^(?:patient|form|formRequest):/.test(permission))).toEqual([])
    expect(roles.filter((role) => permissionsOf(role).includes('admin::*'))).toEqual(['Forms SysAdmin'])
  })

  test('an Admin may do everything a User may, and no role holds a permission twice (ROLE-1)', () => {
    expect(permissionsOf('Admin')).toEqual(expect.arrayContaining([...permissionsOf('User')]))
    for (const role of roles) expect(new Set(permissionsOf(role)).size).toBe(permissionsOf(role).length)
  })
})

describe('selectableRoles', () => {
  test('Forms SysAdmin cannot be selected for a member (ROLE-3)', () => {
    expect(selectableRoles).toEqual(['Forms OrgAdmin', 'Forms User', 'Admin', 'User'])
  })
})

describe('roleLabel', () => {
  test('a role has a label, an unknown role is shown by its name and has no permissions (ROLE-1)', () => {
    expect(roleLabel('Forms SysAdmin')).toBe('Forms System Admin')
    expect(roleLabel('Ward Clerk')).toBe('Ward Clerk')
    expect(permissionsOf('Ward Clerk')).toEqual([])
    expect(permissionsOf('constructor')).toEqual([])
  })
})

describe('canOpenReports', () => {
  test('the two roles that create reports can open one, and an unknown role cannot (REP-1)', () => {
    expect(roles.filter(canOpenReports)).toEqual(['Forms SysAdmin', 'Forms OrgAdmin'])
    expect(canOpenReports('Ward Clerk')).toBe(false)
  })
})

describe('mayGiveRole', () => {
  test('each role may give only roles whose permissions it holds; a system administrator may give every selectable role (ROLE-3)', () => {
    const given = Object.fromEntries(roles.map((giver) => [giver, roles.filter((role) => mayGiveRole(permissionsOf(giver), role))]))
    expect(given).toEqual({
      'Forms SysAdmin': ['Forms OrgAdmin', 'Forms User', 'Admin', 'User'],
      'Forms OrgAdmin': ['Forms OrgAdmin', 'Forms User', 'User'],
      'Forms User': ['Forms User', 'User'],
      Admin: ['Admin', 'User'],
      User: ['User'],
    })
  })
})
