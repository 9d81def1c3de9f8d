import { organisations } from '#contract/organisations.ts'
import { serve, type Door } from '#server/platform/serve.ts'

import { getCurrentOrganisation } from './organisations.sql.ts'

export const serveOrganisations = (door: Door) =>
  serve(door, organisations, {
    current: (ctx) => getCurrentOrganisation(ctx),
  })
