import { describe, expect, test } from 'vitest'

import { routeGuards } from '#domain/route-guards.ts'
import { screenPaths } from '#domain/screen-paths.ts'

import { pathTo } from './paths.ts'
import { screenWords } from './words.ts'

describe('Paths', () => {
  test('every screen with a guard has a path and texts, and the other way round (NAV-1)', () => {
    const guarded = routeGuards.map(({ route }) => route).toSorted()
    expect(Object.keys(screenPaths).toSorted()).toEqual(guarded)
    expect(Object.keys(screenWords).toSorted()).toEqual(guarded)
  })

  test('the addresses of the specification (NAV-1)', () => {
    expect(pathTo('userDetails', { id: '7' })).toBe('/users/details/7')
    expect(pathTo('notificationTemplateDetails', { id: '7' })).toBe('/notifications/template/details/7')
    expect(pathTo('organisationDetails', { id: '7' })).toBe('/admin/organisation/7')
    expect(pathTo('formDetails', { id: '7' })).toBe('/forms/details/7')
  })

  test('a list is reached with its filters set (NAV-7)', () => {
    expect(decodeURIComponent(pathTo('requestsList', {}, { filters: { status: ['opened'] } }))).toBe('/requests?filters[status][0]=opened')
  })

  test('an id cannot lead to another address (SAFE-2)', () => {
    expect(pathTo('patientDetails', { id: '../admin?x=1' })).toBe('/patients/..%2Fadmin%3Fx%3D1')
  })
})
