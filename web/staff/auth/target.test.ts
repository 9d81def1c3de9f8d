import { describe, expect, test } from 'vitest'

import { targetOf } from './open-identity.ts'

describe('The page to return to after signing in', () => {
  test('the target keeps its query and its hash (SIGN-2)', () => {
    expect(targetOf({ target: '/requests?filters%5Bstatus%5D%5B0%5D=opened#main' })).toBe(
      '/requests?filters%5Bstatus%5D%5B0%5D=opened#main',
    )
  })

  test.each([
    { target: 'https://evil.example/' },
    { target: '//evil.example' },
    { target: '/\\evil.example' },
    { target: 'javascript:alert(1)' },
    { target: 7 },
    {},
    undefined,
  ])('the target %o is replaced by the start page (SIGN-2, SAFE-3)', (state) => expect(targetOf(state)).toBe('/'))
})
