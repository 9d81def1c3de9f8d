import { savedViews } from '#contract/worklist.ts'
import { serve, type RouteDeps } from '#server/platform/serve.ts'

import { saveView } from './save-view.ts'
import { deleteView, getMyView, listMyViews, setOrder } from './saved-views.sql.ts'

const done = { done: true } as const

export const serveSavedViews = (deps: RouteDeps) =>
  serve(deps, savedViews, {
    list: async (ctx) => ({ docs: await listMyViews(ctx) }),
    create: (ctx, { body }) => saveView(ctx, body),
    update: (ctx, { params, body }) => saveView(ctx, body, params.id),
    remove: async (ctx, { params }) => {
      await getMyView(ctx, params.id)
      await deleteView(ctx, params.id)
      return done
    },
    reorder: async (ctx, { body }) => {
      await setOrder(ctx, body.ids)
      return done
    },
  })
