import { expect, test } from 'vitest'

import { holderOf } from './claims.ts'

const namespace = 'https://formward.example/claims'

test('SIGN-4 permissions and roles are read from under the namespace, whatever else the lists hold', () => {
  const profile = {
    [namespace]: {
      'forms-permissions': [{ permission_name: 'patient:read', resource: 'x' }, {}, { permission_name: 7 }, null],
      'forms-roles': [{ name: 'Forms User', id: 1 }],
    },
  }
  expect(holderOf(profile, namespace)).toEqual({ permissions: ['patient:read'], roles: ['Forms User'] })
})

test('SIGN-4 a provider that gives no such claims is told from one that gives empty ones', () => {
  expect(holderOf({ sub: '1' }, namespace)).toBeUndefined()
  expect(holderOf({ [namespace]: 'admin' }, namespace)).toBeUndefined()
  expect(holderOf({ [namespace]: { 'forms-permissions': [] } }, namespace)).toEqual({ permissions: [], roles: [] })
})
