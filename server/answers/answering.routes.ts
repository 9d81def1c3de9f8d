import { answeringRoutes } from '#contract/answering.ts'
import { serve, type RouteDeps } from '#server/platform/serve.ts'

import { getAnswering, readChanges, saveAnswerFor, sendAnswersFor, startAnswering } from './answering.ts'

export const serveAnswering = (deps: RouteDeps) =>
  serve(deps, answeringRoutes, {
    get: (ctx, { params }) => getAnswering(ctx, params.id),
    changes: (ctx, input) => readChanges(ctx, input),
    start: (ctx, input) => startAnswering(ctx, input),
    save: (ctx, input) => saveAnswerFor(ctx, input),
    send: (ctx, input) => sendAnswersFor(ctx, input),
  })
