import { messages } from '#contract/messages.ts'
import { type RouteDeps, serve } from '#server/platform/serve.ts'

import { listMessages, totalMessages } from './messages.ts'

export const serveMessages = (deps: RouteDeps) =>
  serve(deps, messages, {
    list: (ctx, { query }) => listMessages(ctx, query),
    totals: (ctx, input) => totalMessages(ctx, input),
  })
