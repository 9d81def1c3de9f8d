import { organisations } from '#contract/organisations.ts'
import { serve, type RouteDeps } from '#server/platform/serve.ts'

import { createOrganisation, updateOrganisation } from './organisations.ts'
import { getCurrentOrganisation, getOrganisation, listOrganisations } from './organisations.sql.ts'

export const serveOrganisations = (deps: RouteDeps) =>
  serve(deps, organisations, {
    current: (ctx) => getCurrentOrganisation(ctx),
    list: (ctx, { query }) => listOrganisations(ctx, query),
    get: (ctx, { params }) => getOrganisation(ctx, params.id),
    create: (ctx, input) => createOrganisation(ctx, input),
    update: (ctx, input) => updateOrganisation(ctx, input),
  })
