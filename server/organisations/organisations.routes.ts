import { type CurrentOrganisation, organisations } from '#contract/organisations.ts'
import type { Context } from '#server/platform/context.ts'
import { serve, type RouteDeps } from '#server/platform/serve.ts'

import { createOrganisation, updateOrganisation } from './organisations.ts'
import { getCurrentOrganisation, getOrganisation, listOrganisations } from './organisations.sql.ts'
import { findPepLookups } from './pep/find-pep.ts'

/** Finds the methods by which an organisation cannot send messages. channels/ provides it. */
type FindUncarried = (ctx: Context) => Promise<CurrentOrganisation['uncarriedMethods']>

export const serveOrganisations = (deps: RouteDeps, uncarriedMethods: FindUncarried) =>
  serve(deps, organisations, {
    current: async (ctx) => ({
      ...(await getCurrentOrganisation(ctx)),
      uncarriedMethods: await uncarriedMethods(ctx),
      pep: await findPepLookups(ctx),
    }),
    list: (ctx, { query }) => listOrganisations(ctx, query),
    get: (ctx, { params }) => getOrganisation(ctx, params.id),
    create: (ctx, input) => createOrganisation(ctx, input),
    update: (ctx, input) => updateOrganisation(ctx, input),
  })
