import { outcomes } from '#contract/outcomes.ts'
import { serve, type RouteDeps } from '#server/platform/serve.ts'

import { createOutcome, reorderOutcomes, updateOutcome } from './outcomes.ts'
import { listOutcomes } from './outcomes.sql.ts'

export const serveOutcomes = (deps: RouteDeps) =>
  serve(deps, outcomes, {
    list: async (ctx) => ({ docs: await listOutcomes(ctx) }),
    create: (ctx, { body }) => createOutcome(ctx, body),
    update: (ctx, { params, body }) => updateOutcome(ctx, params.outcomeId, body),
    reorder: async (ctx, { body }) => {
      await reorderOutcomes(ctx, body.ids)
      return { done: true as const }
    },
  })
