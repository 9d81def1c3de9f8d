import { describe, expect, test } from 'vitest'

import { canManagePeople, roleDescription } from './role-abilities.ts'
import { permissionsOf, roles } from './roles.ts'
import { checkGuard, guardOf } from './route-guards.ts'

describe('roleDescription', () => {
  test('names what the role can do on screen, and an unknown role by its name (ROLE-1)', () => {
    expect(Object.fromEntries(roles.map((role) => [role, roleDescription(role)]))).toEqual({
      'Forms SysAdmin':
        'Can create and manage organisations, manage the users of every organisation and create reports. Cannot see patients.',
      'Forms OrgAdmin':
        'Can work with patients and form requests, download, merge and erase patient records, build and delete forms, change organisation settings and read the audit log.',
      'Forms User': 'Can work with patients and form requests and build forms.',
      Admin:
        'Can work with patients and form requests, download, merge and erase patient records, read forms, manage users, manage wards, manage notification templates, change organisation settings and read the audit log.',
      User: 'Can work with patients and form requests and read forms.',
    })
    expect(roleDescription('Ward Clerk')).toBe('Ward Clerk')
  })

  test('promises users, reports and templates only to roles that can open those screens (ROLE-1)', () => {
    const opens = (role: (typeof roles)[number], screen: Parameters<typeof guardOf>[0]) =>
      checkGuard(guardOf(screen), { roles: [role], permissions: permissionsOf(role) }) === 'ok'
    for (const role of roles) {
      const words = roleDescription(role)
      expect([role, /manage (the )?users/.test(words)]).toEqual([
        role,
        opens(role, 'userManage') || opens(role, 'organisationMemberManage'),
      ])
      expect([role, /reports/.test(words)]).toEqual([role, opens(role, 'reportsList')])
      expect([role, /templates/.test(words)]).toEqual([role, opens(role, 'notificationsList')])
      expect([role, /build/.test(words)]).toEqual([role, opens(role, 'formCreate')])
    }
  })
})

describe('canManagePeople', () => {
  test('only the role Admin holds the permissions and opens the screens (MEM-5)', () => {
    expect(roles.filter(canManagePeople)).toEqual(['Admin'])
  })
})
