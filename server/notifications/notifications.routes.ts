import { messageSamples, notificationTemplates, outbox, templateVersions } from '#contract/notifications.ts'
import { readOutbox } from '#server/channels/channels.ts'
import { serve, type RouteDeps } from '#server/platform/serve.ts'

import { readSamples } from './message-samples.ts'
import { listTemplateMessages, listTemplateVersions, readTemplateVersion } from './template-versions.ts'
import { createTemplate, deleteTemplate, listTemplates, readTemplate, restoreVersion, updateTemplate } from './templates.ts'

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
  serve(deps, templateVersions, {
    list: (ctx, input) => listTemplateVersions(ctx, input),
    get: (ctx, { params }) => readTemplateVersion(ctx, params),
    restore: (ctx, { params }) => restoreVersion(ctx, params.id, params.version),
    messages: (ctx, input) => listTemplateMessages(ctx, input),
  })
  serve(deps, messageSamples, { read: (ctx) => readSamples(ctx) })
  serve(deps, outbox, { list: (ctx, input) => readOutbox(ctx, input) })
}
