import { dashboard } from '#contract/worklist.ts'
import { serve, type RouteDeps } from '#server/platform/serve.ts'

import { readDashboard } from './read-dashboard.ts'
import { readResponses } from './read-responses.ts'

export const serveDashboard = (deps: RouteDeps) =>
  serve(deps, dashboard, { read: (ctx) => readDashboard(ctx), responses: (ctx, { query }) => readResponses(ctx, query) })
