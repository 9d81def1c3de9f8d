import { savedViews, sharedViews } from '#contract/worklist.ts'
import { serve, type RouteDeps } from '#server/platform/serve.ts'

import { removeView, saveView } from './save-view.ts'
import { listViews, setOrder } from './saved-views.sql.ts'
import { changeSharedView, createSharedView, shareView, stopSharing } from './share-view.ts'

const done = { done: true } as const

export const serveSavedViews = (deps: RouteDeps) =>
  serve(deps, savedViews, {
    list: async (ctx) => ({ docs: await listViews(ctx) }),
    create: (ctx, { body }) => saveView(ctx, body),
    update: (ctx, { params, body }) => saveView(ctx, body, params.id),
    remove: async (ctx, { params }) => {
      await removeView(ctx, params.id)
      return done
    },
    reorder: async (ctx, { body }) => {
      await setOrder(ctx, body.ids)
      return done
    },
  })

export const serveSharedViews = (deps: RouteDeps) =>
  serve(deps, sharedViews, {
    create: (ctx, { body }) => createSharedView(ctx, body),
    update: (ctx, { params, body }) => changeSharedView(ctx, params.id, body),
    share: (ctx, { params }) => shareView(ctx, params.id),
    stop: async (ctx, { params }) => {
      await stopSharing(ctx, params.id)
      return done
    },
  })
