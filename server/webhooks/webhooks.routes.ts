import { events } from '#contract/events.ts'
import { webhooks } from '#contract/webhooks.ts'
import { serve, type RouteDeps } from '#server/platform/serve.ts'

import {
  createWebhook,
  deleteWebhook,
  readDeliveries,
  readWebhooks,
  replayEvent,
  replayFailed,
  rotateSecret,
  testWebhook,
  updateWebhook,
} from './manage-webhooks.ts'
import { readEvents } from './read-events.ts'

export function serveWebhooks(deps: RouteDeps) {
  serve(deps, webhooks, {
    list: readWebhooks,
    create: (ctx, { body }) => createWebhook(ctx, body),
    update: (ctx, { params, body }) => updateWebhook(ctx, params.webhookId, body),
    remove: (ctx, { params }) => deleteWebhook(ctx, params.webhookId),
    rotate: (ctx, { params }) => rotateSecret(ctx, params.webhookId),
    test: { before: testWebhook },
    deliveries: readDeliveries,
    replay: (ctx, { params }) => replayEvent(ctx, params),
    replayFailed: (ctx, { params, body }) => replayFailed(ctx, params.webhookId, body.since),
  })
  serve(deps, events, { list: readEvents })
}
