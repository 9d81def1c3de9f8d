import { drafts } from '#contract/own-account.ts'
import { serve, type RouteDeps } from '#server/platform/serve.ts'

import { discardDraft, saveDraft, listDrafts } from './keep-draft.ts'

const done = { done: true as const }

export const serveDrafts = (deps: RouteDeps) =>
  serve(deps, drafts, {
    list: async (ctx) => ({ docs: await listDrafts(ctx) }),
    keep: async (ctx, { body }) => {
      await saveDraft(ctx, body)
      return done
    },
    discard: async (ctx, { query }) => {
      await discardDraft(ctx, query)
      return done
    },
  })
