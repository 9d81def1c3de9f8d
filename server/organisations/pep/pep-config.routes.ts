import { pepConfig } from '#contract/organisations.ts'
import { serve, type RouteDeps } from '#server/platform/serve.ts'

import { getPepConfig } from './pep-config.sql.ts'
import { setPepConfig } from './set-pep-config.ts'

export const servePepConfig = (deps: RouteDeps) =>
  serve(deps, pepConfig, {
    get: (ctx) => getPepConfig(ctx),
    set: (ctx, input) => setPepConfig(ctx, input),
  })
