import { ownSessions } from '#contract/own-account.ts'
import { serve, type RouteDeps } from '#server/platform/serve.ts'

import { endOtherSessions, endOwnSession, listOwnSessions } from './own-sessions.ts'

export const serveOwnSessions = (deps: RouteDeps) =>
  serve(deps, ownSessions, {
    list: (ctx) => listOwnSessions(ctx),
    end: (ctx, { params }) => endOwnSession(ctx, params.id),
    endOthers: (ctx) => endOtherSessions(ctx),
  })
