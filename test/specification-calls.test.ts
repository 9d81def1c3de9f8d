import { describe, expect, test } from 'vitest'

import { contract } from '#contract/index.ts'
import { serviceAddress, type Route, type Service } from '#contract/route.ts'

import { testServer } from './test-server.ts'
import { nobody, openOrganisation, systemAdministrator } from './organisation.ts'

/** Specification section 7, service by service: every call with the arguments named there. */
const calls: [Service, string, string, string[]?][] = [
  ['tenants', 'GET', '/tenant'],
  ['tenants', 'GET', '/tenant', ['page', 'limit', 'filters']],
  ['tenants', 'POST', '/tenant'],
  ['tenants', 'PATCH', '/tenant/:id'],
  ['tenants', 'GET', '/tenant/:id/members', ['page', 'limit', 'filters']],
  ['tenants', 'PUT', '/tenant/:id/members'],
  ['tenants', 'PATCH', '/tenant/:id/members/:memberId'],
  ['tenants', 'DELETE', '/tenant/:id/members/:memberId'],
  ['tenants', 'GET', '/tenant/members/roles'],
  ['tenants', 'PATCH', '/tenant/member/login'],
  ['tenants', 'GET', '/tenant/members/logs/:id', ['page', 'limit', 'eventType', 'from', 'to']],
  ['tenants', 'GET', '/tenant/members/:id'],
  ['tenants', 'GET', '/notification-template'],
  ['tenants', 'GET', '/notification-template/:id'],
  ['tenants', 'POST', '/notification-template'],
  ['tenants', 'PATCH', '/notification-template/:id'],
  ['tenants', 'GET', '/tenant/:id/pep-config'],
  ['tenants', 'PUT', '/tenant/:id/pep-config'],
  ['forms', 'GET', '/form', ['page', 'limit', 'sort', 'filters']],
  ['forms', 'GET', '/form/:id'],
  ['forms', 'PATCH', '/form/:id'],
  ['forms', 'GET', '/request/:id'],
  ['forms', 'GET', '/request', ['page', 'limit', 'sort', 'filters']],
  ['forms', 'PATCH', '/request/:id/assign/:userId'],
  ['forms', 'PATCH', '/request/:id/unassign'],
  ['forms', 'PATCH', '/request'],
  ['forms', 'PATCH', '/request/:id/close'],
  ['forms', 'PATCH', '/request/:id/reopen'],
  ['forms', 'PUT', '/request/import'],
  ['forms', 'POST', '/request/import/:id'],
  ['forms', 'GET', '/request/import', ['id']],
  ['forms', 'GET', '/request/import', ['page', 'limit']],
  ['forms', 'POST', '/request/export'],
  ['forms', 'POST', '/request/admin/export'],
  ['forms', 'GET', '/request/export', ['id']],
  ['forms', 'GET', '/request/admin/export', ['id']],
  ['forms', 'GET', '/report', ['page', 'limit', 'filters']],
  ['forms', 'GET', '/report/:id'],
  ['patients', 'GET', '/patient', ['id']],
  ['patients', 'GET', '/patient', ['page', 'limit', 'filters']],
  ['patients', 'PATCH', '/patient/:id'],
]

/** API-2: the calls that the source implies, as decided. */
const implied: typeof calls = [
  ['forms', 'POST', '/form'],
  ['forms', 'DELETE', '/form/:id'],
  ['forms', 'GET', '/form/:id/versions'],
  ['forms', 'GET', '/form/:id/responses', ['page', 'limit']],
  ['patients', 'POST', '/patient'],
  ['patients', 'DELETE', '/patient/:id'],
  ['forms', 'POST', '/report'],
  ['tenants', 'GET', '/tenant/:id'],
  ['tenants', 'DELETE', '/notification-template/:id'],
  ['forms', 'POST', '/request'],
  ['tenants', 'GET', '/tenant/:id/wards'],
  ['tenants', 'POST', '/tenant/:id/wards'],
  ['tenants', 'PATCH', '/tenant/:id/wards/:wardId'],
  ['tenants', 'PUT', '/tenant/:id/members/:memberId/wards/:wardId'],
  ['tenants', 'DELETE', '/tenant/:id/members/:memberId/wards/:wardId'],
]

const everyRoute: Route[] = Object.values(contract).flatMap((group) => Object.values(group))
const takes = (route: Route, named: string[]) => {
  const shape = (route.query as { shape?: Record<string, unknown> } | undefined)?.shape ?? {}
  return named.every((one) => one in shape)
}
const nameOf = ([service, method, path, named]: (typeof calls)[number]) =>
  `${method} ${serviceAddress[service]}${path} ${named?.join(', ') ?? ''}`.trim()

describe('The API of the specification and what it implies (API-1, API-2)', () => {
  test.for([...calls, ...implied].map((call) => [nameOf(call), call] as const))(
    '%s exists with its arguments, and is served (API-1, API-2)',
    async ([, call]) => {
      const [service, method, path, named = []] = call
      const found = everyRoute.filter((route) => route.service === service && route.method === method && route.path === path)
      const { app } = await testServer()

      expect(found.filter((route) => takes(route, named))).not.toEqual([])
      expect(app.hasRoute({ method, url: serviceAddress[service] + path })).toBe(true)
    },
  )

  test('every list returns docs, page and totalDocs, accepts bracket-indexed arrays, and refuses invalid ones (API-3)', async () => {
    const ward = await openOrganisation()
    const [admin, builder, sysadmin] = [await ward.staff('Admin'), await ward.staff('Forms OrgAdmin'), await systemAdministrator()]
    const lists: [typeof admin, string][] = [
      [admin, '/api/patients/patient?page=1&limit=10'],
      [builder, '/api/forms/form?page=1&limit=10&filters[type][0]=general&filters[type][1]=review'],
      [admin, '/api/forms/request?page=1&limit=10&filters[status][0]=opened&filters[status][1]=closed'],
      [admin, '/api/forms/request/import?page=1&limit=10'],
      [admin, '/api/forms/request/export?page=1&limit=10'],
      [admin, '/api/tenants/notification-template?page=1&limit=10'],
      [admin, `/api/tenants/tenant/${ward.id}/members?page=1&limit=10&filters[role][0]=Admin`],
      [admin, `/api/tenants/tenant/members/logs/${admin.id}?page=1&limit=10&eventType[0]=patientList`],
      [builder, '/api/forms/report?page=1&limit=10'],
      [sysadmin, '/api/tenants/tenant?page=1&limit=100'],
    ]
    for (const [person, url] of lists) {
      const answer = await person.get(url)
      expect(answer.json(), url).toMatchObject({ docs: expect.any(Array) as unknown[], page: 1, totalDocs: expect.any(Number) as number })
      const refused = await person.get(url.replace('limit=10', 'limit=ten'))
      expect([200, 400], url).toContain(refused.statusCode)
    }
    const refused = await admin.get('/api/forms/request?limit=1000&sort=password')
    expect(refused.json()).toMatchObject({ code: 'invalid_request', errors: [{ field: 'limit' }, { field: 'sort' }] })
  })

  test('an unknown address under the API has the same error format (API-3)', async () => {
    const answer = await (await nobody()).get('/api/forms/nothing-here')

    expect(answer.statusCode).toBe(404)
    expect(answer.headers['content-type']).toContain('application/problem+json')
    expect(answer.json()).toMatchObject({ code: 'not_found', status: 404 })
  })
})
