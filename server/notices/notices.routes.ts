import { notices } from '#contract/notices.ts'
import { serve, type RouteDeps } from '#server/platform/serve.ts'

import { countWaitingWork, listNotices } from './notices.ts'
import { setReadUntil } from './notices.sql.ts'

export const serveNotices = (deps: RouteDeps) =>
  serve(deps, notices, {
    list: (ctx) => listNotices(ctx),
    counts: (ctx) => countWaitingWork(ctx),
    markRead: async (ctx, { body }) => {
      await setReadUntil(ctx, body.until)
      return { done: true as const }
    },
  })
