import { bulkChanges } from '#contract/bulk-changes.ts'
import { serve, type RouteDeps } from '#server/platform/serve.ts'

import { startBulkChange, cancelChange, previewChange, takeOverSkipped } from './bulk-changes.ts'
import { getMyChange, listMyChanges } from './bulk-changes.sql.ts'
import { listReasons, listResults } from './bulk-results.sql.ts'
import { previewMessages } from './preview-messages.ts'

export const serveBulkChanges = (deps: RouteDeps) =>
  serve(deps, bulkChanges, {
    list: (ctx, { query }) => listMyChanges(ctx, query),
    preview: (ctx, { query }) => previewChange(ctx, query.filters),
    previewMessages: (ctx, { body }) => previewMessages(ctx, body),
    begin: (ctx, { body }) => startBulkChange(ctx, body),
    get: (ctx, { params }) => getMyChange(ctx, params.id),
    reasons: async (ctx, { params }) => {
      await getMyChange(ctx, params.id)
      return { docs: await listReasons(ctx, params.id) }
    },
    results: async (ctx, { params, query }) => {
      await getMyChange(ctx, params.id)
      return listResults(ctx, params.id, query)
    },
    cancel: (ctx, { params }) => cancelChange(ctx, params.id),
    takeOver: (ctx, { params }) => takeOverSkipped(ctx, params.id),
  })
