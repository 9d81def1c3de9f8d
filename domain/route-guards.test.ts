import { describe, expect, test } from 'vitest'

import { permissionsOf, roles, type Role } from './roles.ts'
import { checkGuard, guardOf, routeGuards } from './route-guards.ts'

const as = (role: Role) => ({ roles: [role], permissions: permissionsOf(role) })

describe('routeGuards', () => {
  test('the table of roles and screens matches the recorded one (NAV-3)', () => {
    const matrix = routeGuards.map((guard) => `${guard.route}: ${roles.filter((role) => checkGuard(guard, as(role)) === 'ok').join(', ')}`)
    expect(matrix).toMatchInlineSnapshot(`
      [
        "dashboard: Forms OrgAdmin, Forms User, Admin, User",
        "patientList: Forms OrgAdmin, Forms User, Admin, User",
        "patientDetails: Forms OrgAdmin, Forms User, Admin, User",
        "patientCreate: Forms OrgAdmin, Forms User, Admin, User",
        "patientManage: Forms OrgAdmin, Forms User, Admin, User",
        "usersList: Forms User, Admin, User",
        "userDetails: Forms User, Admin, User",
        "userCreate: Admin",
        "userManage: Admin",
        "notificationsList: Admin",
        "notificationTemplateDetails: Admin",
        "notificationTemplateCreate: Admin",
        "messagesList: Forms OrgAdmin, Forms User, Admin, User",
        "outbox: Forms OrgAdmin, Forms User, Admin, User",
        "auditLog: Forms OrgAdmin, Admin",
        "organisationList: Forms SysAdmin",
        "organisationDetails: Forms SysAdmin",
        "organisationCreate: Forms SysAdmin",
        "organisationMemberCreate: Forms SysAdmin",
        "organisationMemberDetails: Forms SysAdmin",
        "organisationMemberManage: Forms SysAdmin",
        "reportsList: Forms SysAdmin",
        "reportDetails: Forms SysAdmin, Forms OrgAdmin",
        "organisationSettings: Forms OrgAdmin, Admin",
        "formsList: Forms OrgAdmin, Forms User, Admin, User",
        "formDetails: Forms OrgAdmin, Forms User, Admin, User",
        "formCreate: Forms OrgAdmin, Forms User",
        "formImport: Forms OrgAdmin, Forms User",
        "formLibrary: Forms OrgAdmin, Forms User",
        "formManage: Forms OrgAdmin, Forms User",
        "requestsList: Forms OrgAdmin, Forms User, Admin, User",
        "requestCreate: Forms OrgAdmin, Forms User, Admin, User",
        "requestDetails: Forms OrgAdmin, Forms User, Admin, User",
        "requestAnswer: Forms OrgAdmin, Forms User, Admin, User",
        "requestImport: Forms OrgAdmin, Forms User, Admin, User",
        "requestImportDetails: Forms OrgAdmin, Forms User, Admin, User",
        "requestBulkList: Forms OrgAdmin, Forms User, Admin, User",
        "requestBulkDetails: Forms OrgAdmin, Forms User, Admin, User",
        "seriesList: Forms OrgAdmin, Forms User, Admin, User",
        "seriesDetails: Forms OrgAdmin, Forms User, Admin, User",
        "seriesCreate: Forms OrgAdmin, Forms User",
        "seriesManage: Forms OrgAdmin, Forms User",
        "seriesEnrol: Forms OrgAdmin, Forms User, Admin, User",
        "waitingList: Forms OrgAdmin, Forms User, Admin, User",
        "lettersList: Forms OrgAdmin, Forms User, Admin, User",
        "exportsList: Forms SysAdmin, Forms OrgAdmin, Forms User, Admin, User",
        "notices: Forms OrgAdmin, Forms User, Admin, User",
        "help: Forms SysAdmin, Forms OrgAdmin, Forms User, Admin, User",
        "profile: Forms SysAdmin, Forms OrgAdmin, Forms User, Admin, User",
        "profileSecurity: Forms SysAdmin, Forms OrgAdmin, Forms User, Admin, User",
        "unauthorised: Forms SysAdmin, Forms OrgAdmin, Forms User, Admin, User",
        "logout: Forms SysAdmin, Forms OrgAdmin, Forms User, Admin, User",
      ]
    `)
  })

  /** Specification section 6, row by row: the screens of the area, the role rule, the permission rule. */
  const table = [
    [['dashboard'], ['!Forms SysAdmin'], ['patient:read', 'form:read', 'formRequest:read']],
    [['patientList'], ['!Forms SysAdmin'], ['patient:read']],
    [['patientDetails'], ['!Forms SysAdmin'], ['formRequest:read']],
    [['usersList'], ['!Forms SysAdmin', '!Forms OrgAdmin'], ['patient:read', 'ward:read']],
    [['userDetails'], ['!Forms SysAdmin', '!Forms OrgAdmin'], ['form:read']],
    [
      ['notificationsList', 'notificationTemplateDetails', 'notificationTemplateCreate'],
      ['!Forms SysAdmin', '!Forms OrgAdmin'],
      ['template:read'],
    ],
    [['organisationList', 'organisationDetails', 'reportsList'], ['Forms SysAdmin'], []],
    [['formsList', 'formDetails'], [], ['form:read']],
  ] as const

  test.each(table)(
    '%s: all negative role rules and any one permission must hold, as in the specification (NAV-3)',
    (names, rules, held) => {
      for (const name of names)
        expect(guardOf(name)).toEqual({ route: name, roles: rules, roleMatch: 'all', permissions: held, permissionMatch: 'any' })
    },
  )
})

describe('checkGuard', () => {
  test('the result is permission when both rules fail, and an unknown role has no permission (NAV-3)', () => {
    expect(checkGuard(guardOf('patientList'), as('Forms SysAdmin'))).toBe('permission')
    const stranger = { roles: ['Stranger'], permissions: [] }
    expect(checkGuard(guardOf('formsList'), stranger)).toBe('permission')
    expect(checkGuard(guardOf('reportsList'), stranger)).toBe('role')
    expect(checkGuard(guardOf('profile'), stranger)).toBe('ok')
  })

  test('a Forms OrgAdmin is refused users and notifications by the role rule (NAV-3)', () => {
    const viewer = { roles: ['Forms OrgAdmin'], permissions: [...permissionsOf('Forms OrgAdmin'), 'template:read'] }
    for (const route of ['usersList', 'userDetails', 'notificationsList'] as const) expect(checkGuard(guardOf(route), viewer)).toBe('role')
  })

  test('a user fails the role rule of administration, and a system administrator fails the permission rule of forms (NAV-3)', () => {
    expect(checkGuard(guardOf('organisationList'), as('User'))).toBe('role')
    expect(checkGuard(guardOf('formsList'), as('Forms SysAdmin'))).toBe('permission')
  })

  test('any one permission of the dashboard is enough, and without any the result is permission (NAV-3)', () => {
    expect(checkGuard(guardOf('dashboard'), { roles: ['User'], permissions: ['form:read'] })).toBe('ok')
    expect(checkGuard(guardOf('dashboard'), { roles: ['User'], permissions: ['ward:read'] })).toBe('permission')
    expect(checkGuard(guardOf('dashboard'), { roles: ['User', 'Forms SysAdmin'], permissions: ['form:read'] })).toBe('role')
  })

  test('rules with any and all apply to roles and to permissions (NAV-3)', () => {
    const guard = { route: 'x', roles: ['Admin', 'User'], permissions: ['form:read', 'form:create'] } as const
    const viewer = { roles: ['User'], permissions: ['form:read'] }
    expect(checkGuard({ ...guard, roleMatch: 'any', permissionMatch: 'any' }, viewer)).toBe('ok')
    expect(checkGuard({ ...guard, roleMatch: 'all', permissionMatch: 'any' }, viewer)).toBe('role')
    expect(checkGuard({ ...guard, roleMatch: 'any', permissionMatch: 'all' }, viewer)).toBe('permission')
  })
})
