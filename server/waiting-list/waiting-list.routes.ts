import { waitingList } from '#contract/waiting-list.ts'
import { serve, type RouteDeps } from '#server/platform/serve.ts'

import { decide } from './decide.ts'
import { exportFinalRemovals } from './export-final-removals.ts'
import { previewRemovals } from './preview-removals.ts'
import { listWaitingList } from './list-waiting-list.ts'

export const serveWaitingList = (deps: RouteDeps) =>
  serve(deps, waitingList, {
    list: (ctx, { query }) => listWaitingList(ctx, query),
    exportFinal: (ctx, { query }) => exportFinalRemovals(ctx, query),
    previewRemovals: (ctx, { body }) => previewRemovals(ctx, body),
    decide: (ctx, { body }) => decide(ctx, body),
  })
