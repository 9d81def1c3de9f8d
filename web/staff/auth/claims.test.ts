import { expect, test } from 'vitest'

import { viewerOf } from './claims.ts'

const namespace = 'https://formward.example/claims'
const names = { namespace, permissions: 'forms-permissions', roles: 'forms-roles' }

test('permissions and roles are read from under the namespace, whatever else the lists hold (SIGN-4)', () => {
  const profile = {
    [namespace]: {
      'forms-permissions': [{ permission_name: 'patient:read', resource: 'x' }, {}, { permission_name: 7 }, null],
      'forms-roles': [{ name: 'Forms User', id: 1 }],
    },
  }
  expect(viewerOf(profile, names)).toEqual({ permissions: ['patient:read'], roles: ['Forms User'] })
})

test('a provider that gives no such claims is told from one that gives empty ones (SIGN-4)', () => {
  expect(viewerOf({ sub: '1' }, names)).toBeUndefined()
  expect(viewerOf({ [namespace]: 'admin' }, names)).toBeUndefined()
  expect(viewerOf({ [namespace]: { 'forms-permissions': [] } }, names)).toEqual({ permissions: [], roles: [] })
})

test('a provider that calls its claims something else is understood by configuration (SIGN-4)', () => {
  const profile = { 'urn:care': { rights: [{ permission_name: 'patient:read' }], jobs: [{ name: 'Admin' }] } }
  expect(viewerOf(profile, { namespace: 'urn:care', permissions: 'rights', roles: 'jobs' })).toEqual({
    permissions: ['patient:read'],
    roles: ['Admin'],
  })
})
