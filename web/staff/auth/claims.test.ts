import { describe, expect, test } from 'vitest'

import { viewerOf } from './claims.ts'

const namespace = 'https://formward.example/claims'
const names = { namespace, permissions: 'forms-permissions', roles: 'forms-roles' }

describe('The claims of a token', () => {
  test('permissions and roles are read from the namespaced claim, and other entries are ignored (SIGN-4)', () => {
    const profile = {
      [namespace]: {
        'forms-permissions': [{ permission_name: 'patient:read', resource: 'x' }, {}, { permission_name: 7 }, null],
        'forms-roles': [{ name: 'Forms User', id: 1 }],
      },
    }
    expect(viewerOf(profile, names)).toEqual({ permissions: ['patient:read'], roles: ['Forms User'] })
  })

  test('missing claims give no viewer, empty claims give a viewer without permissions (SIGN-4)', () => {
    expect(viewerOf({ sub: '1' }, names)).toBeUndefined()
    expect(viewerOf({ [namespace]: 'admin' }, names)).toBeUndefined()
    expect(viewerOf({ [namespace]: { 'forms-permissions': [] } }, names)).toEqual({ permissions: [], roles: [] })
  })

  test('other claim names can be configured (SIGN-4)', () => {
    const profile = { 'urn:care': { rights: [{ permission_name: 'patient:read' }], jobs: [{ name: 'Admin' }] } }
    expect(viewerOf(profile, { namespace: 'urn:care', permissions: 'rights', roles: 'jobs' })).toEqual({
      permissions: ['patient:read'],
      roles: ['Admin'],
    })
  })
})
