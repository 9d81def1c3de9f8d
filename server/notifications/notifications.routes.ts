import { notificationTemplates, outbox } from '#contract/notifications.ts'
import { serve, type RouteDeps } from '#server/platform/serve.ts'

import { createTemplate } from './create-template.ts'
import { listTemplates } from './list-templates.ts'
import { readOutbox } from './read-outbox.ts'
import { readTemplate } from './read-template.ts'
import { deleteTemplate, updateTemplate } from './update-template.ts'

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
