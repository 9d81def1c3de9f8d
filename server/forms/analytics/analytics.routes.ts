import { formAnalytics } from '#contract/form-analytics.ts'
import { serve, type RouteDeps } from '#server/platform/serve.ts'

import { readAnalytics, readChoices } from './read-analytics.ts'

export const serveFormAnalytics = (deps: RouteDeps) =>
  serve(deps, formAnalytics, {
    read: (ctx, { params, query }) => readAnalytics(ctx, params.id, query.version),
    choices: async (ctx, { params }) => ({ questions: await readChoices(ctx, params.id) }),
  })
