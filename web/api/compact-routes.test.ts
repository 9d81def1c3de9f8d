import { expect, test } from 'vitest'

import { compactRoutes, readRoutes } from './compact-routes.ts'
import { routeTable } from './route-table.ts'

test('the table of routes in the first load has every route of the contract (PERF-4)', () => {
  expect(readRoutes(compactRoutes(routeTable))).toEqual(routeTable)
})
