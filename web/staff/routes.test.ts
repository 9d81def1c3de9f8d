import { QueryClient } from '@tanstack/react-query'
import { describe, expect, test } from 'vitest'

import type { Deps } from './auth/arrival.ts'
import { openRouter } from './routes.tsx'
import { screenWords } from './words.ts'
import type { ScreenName } from '#domain/screen-paths.ts'

/** Specification section 2, row by row; breadcrumbs in the words of the catalogue. */
const table = [
  ['/dashboard', 'dashboard', 'Dashboard'],
  ['/patients', 'patientList', 'Patients'],
  ['/patients/$id', 'patientDetails', 'Patient Details'],
  ['/users', 'usersList', 'Users'],
  ['/users/details/$id', 'userDetails', 'User Details'],
  ['/notifications', 'notificationsList', 'Notifications'],
  ['/notifications/template/details/$id', 'notificationTemplateDetails', 'Manage Template'],
  ['/notifications/template/create', 'notificationTemplateCreate', 'Create Template'],
  ['/admin', 'organisationList', 'Organisations'],
  ['/admin/organisation/$id', 'organisationDetails', 'Manage Organisation'],
  ['/admin/reports', 'reportsList', 'Reports'],
  ['/forms', 'formsList', 'Forms'],
  ['/forms/details/$id', 'formDetails', 'Form Details'],
] as const

type OfRouter = {
  id: string
  parentRoute?: { id: string }
  options: { staticData?: { screen?: string; title?: string }; component?: { preload?: unknown } }
}

// Nothing is asked of them before somebody goes somewhere.
const router = openRouter({ queryClient: new QueryClient() } as unknown as Deps)
const routes = router.routesByPath as unknown as Record<string, OfRouter | undefined>

describe('Routes', () => {
  test.each(table)(
    '%s is the screen %s with the breadcrumb %s, in the main layout, loaded when it is opened (NAV-1)',
    (path, name, breadcrumb) => {
      const route = routes[path]
      expect(route?.options.staticData?.screen).toBe(name)
      expect(screenWords[name].breadcrumb).toBe(breadcrumb)
      expect(route?.parentRoute?.id).toBe('/inside')
      expect(route?.options.component?.preload).toBeTypeOf('function')
    },
  )

  test('every other screen is in the main layout and loaded when it is opened, except the two that the specification names (NAV-1)', () => {
    const outside = ['/unauthorised', '/logout'] as const
    for (const path of outside) expect(routes[path]?.parentRoute?.id).toBe('__root__')
    const pages = Object.values(routes).filter((route) => route?.options.staticData?.screen)
    expect(pages.length).toBeGreaterThan(table.length)
    for (const page of pages) {
      expect(page?.parentRoute?.id, page?.id).toBe('/inside')
      expect(page?.options.component?.preload, page?.id).toBeTypeOf('function')
    }
  })

  test.each([
    [
      'Organisation',
      ['organisationList', 'organisationCreate', 'organisationDetails'],
      ['Organisation List', 'Create Organisation', 'Manage Organisation'],
    ],
    ['User', ['usersList', 'userCreate', 'userManage', 'userDetails'], ['User List', 'Create User', 'Manage User', 'User Details']],
    [
      'Patient',
      ['patientList', 'patientDetails', 'patientManage', 'patientCreate'],
      ['Patient List', 'Patient Details', 'Manage Patient', 'Create Patient'],
    ],
    [
      'Form',
      ['formsList', 'formCreate', 'formImport', 'formLibrary', 'formManage', 'formDetails'],
      ['Form List', 'Create Form', 'Import Form', 'Question Library', 'Manage', 'Form Details'],
    ],
    ['Report', ['reportsList'], ['Reports List']],
    [
      'Template',
      ['notificationsList', 'notificationTemplateCreate', 'notificationTemplateDetails'],
      ['Notification Templates', 'Create Template', 'Manage Template'],
    ],
  ] satisfies [string, ScreenName[], string[]][])('%s screens have the titles of the catalogue (NAV-6)', (_, names, titles) => {
    expect(names.map((name) => screenWords[name].title)).toEqual(titles)
  })
})
