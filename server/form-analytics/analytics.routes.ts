import { formAnalytics } from '#contract/form-analytics.ts'
import { serve, type Door } from '#server/platform/serve.ts'

import { readAnalytics } from './read-analytics.ts'

export const serveFormAnalytics = (door: Door) =>
  serve(door, formAnalytics, { read: (ctx, { params, query }) => readAnalytics(ctx, params.id, query.version) })
