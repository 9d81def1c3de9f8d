import { CancelledError } from '@tanstack/react-query'
import { notFound, redirect } from '@tanstack/react-router'
import { describe, expect, test } from 'vitest'

import { ApiProblem, NoAnswer } from '#web/api/api-problem.ts'

import { failureOf, isExpected, ScreenNotLoaded } from './failure.ts'

describe('failureOf', () => {
  test.each([
    ['unresolvable', notFound()],
    ['duplicated', redirect({ to: '/' })],
    ['cancelled', new CancelledError()],
    ['aborted', new DOMException('left', 'AbortError')],
    ['outdated', new ScreenNotLoaded()],
    ['outdated', new TypeError('Failed to fetch dynamically imported module: /assets/PatientPage-abc.js')],
    ['outdated', new TypeError('Importing a module script failed.')],
    ['broken', new TypeError('x is not a function')],
  ] as const)('a router failure is recognised as %s (NAV-5)', (failure, error) => {
    expect(failureOf(error)).toBe(failure)
  })

  test('an expected failure differs from an error of the program (ERR-1)', () => {
    expect(isExpected(new ApiProblem(404, 'patient:read'))).toBe(true)
    expect(isExpected(new NoAnswer('offline', 'patient:read'))).toBe(true)
    expect(isExpected(new TypeError('x is not a function'))).toBe(false)
  })
})
