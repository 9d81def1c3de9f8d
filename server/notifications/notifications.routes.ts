import { notificationTemplates, outbox } from '#contract/notifications.ts'
import { readOutbox } from '#server/channels/channels.ts'
import { serve, type RouteDeps } from '#server/platform/serve.ts'

import { createTemplate, deleteTemplate, listTemplates, readTemplate, updateTemplate } from './templates.ts'

export function serveNotifications(deps: RouteDeps) {
  serve(deps, notificationTemplates, {
    list: (ctx, input) => listTemplates(ctx, input),
    get: (ctx, { params }) => readTemplate(ctx, params.id),
    create: (ctx, input) => createTemplate(ctx, input),
    update: (ctx, input) => updateTemplate(ctx, input),
    delete: async (ctx, { params }) => {
      await deleteTemplate(ctx, params.id)
      return { done: true as const }
    },
  })
  serve(deps, outbox, { list: (ctx, input) => readOutbox(ctx, input) })
}
