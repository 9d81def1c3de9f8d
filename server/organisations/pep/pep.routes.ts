import { pepCodes, pepConfig } from '#contract/pep.ts'
import { serve, type RouteDeps } from '#server/platform/serve.ts'

import { checkPepCode, searchPepCodes } from './pep-codes.ts'
import { getPepConfig } from './pep-config.sql.ts'
import { setPepConfig } from './set-pep-config.ts'
import { testPep } from './test-pep.ts'

export function servePep(deps: RouteDeps) {
  serve(deps, pepConfig, {
    get: (ctx) => getPepConfig(ctx),
    set: (ctx, input) => setPepConfig(ctx, input),
    test: { before: (call) => testPep(call) },
  })
  serve(deps, pepCodes, {
    check: { before: (call, input) => checkPepCode(call, input) },
    search: { before: (call, input) => searchPepCodes(call, input) },
  })
}
