import { pepConfig } from '#contract/pep-config.ts'
import { serve, type Door } from '#server/platform/serve.ts'

import { getPepConfig } from './pep-config.sql.ts'
import { setPepConfig } from './set-pep-config.ts'

export const servePepConfig = (door: Door) =>
  serve(door, pepConfig, {
    get: (ctx) => getPepConfig(ctx),
    set: (ctx, input) => setPepConfig(ctx, input),
  })
