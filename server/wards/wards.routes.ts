import { wards } from '#contract/wards.ts'
import { serve, type RouteDeps } from '#server/platform/serve.ts'

import { assignWard, createWard, unassignWard, updateWard } from './wards.ts'
import { listWards } from './wards.sql.ts'

const done = { done: true as const }

export const serveWards = (deps: RouteDeps) =>
  serve(deps, wards, {
    list: async (ctx, { query }) => ({ docs: await listWards(ctx, query.archived) }),
    create: (ctx, { body }) => createWard(ctx, body.name),
    update: (ctx, { params, body }) => updateWard(ctx, params.wardId, body),
    assign: async (ctx, { params }) => {
      await assignWard(ctx, params.memberId, params.wardId)
      return done
    },
    unassign: async (ctx, { params }) => {
      await unassignWard(ctx, params.memberId, params.wardId)
      return done
    },
  })
