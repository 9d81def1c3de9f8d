import { integrationClients } from '#contract/integration-clients.ts'
import { serve, type RouteDeps } from '#server/platform/serve.ts'

import { createClient, removeCredential, rotateCredential, tokenAddressOf, updateClient } from './manage-clients.ts'
import { listClients } from './integration-clients.sql.ts'

export const serveIntegrationClients = (deps: RouteDeps) =>
  serve(deps, integrationClients, {
    list: async (ctx) => ({ docs: await listClients(ctx), tokenAddress: tokenAddressOf(ctx.services.config) }),
    create: (ctx, { body }) => createClient(ctx, body),
    update: (ctx, { params, body }) => updateClient(ctx, params.clientId, body),
    rotate: (ctx, { params, body }) => rotateCredential(ctx, params.clientId, body),
    removeCredential: (ctx, { params }) => removeCredential(ctx, params),
  })
