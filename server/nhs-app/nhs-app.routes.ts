import { nhsApp } from '#contract/nhs-app.ts'
import { serve, type RouteDeps } from '#server/platform/serve.ts'

import { readNhsAppSettings, replayRecords, setNhsAppSettings } from './set-settings.ts'

export const serveNhsApp = (deps: RouteDeps) =>
  serve(deps, nhsApp, {
    get: (ctx, { params }) => readNhsAppSettings(ctx, params.id),
    set: (ctx, input) => setNhsAppSettings(ctx, input),
    replay: (ctx, { params }) => replayRecords(ctx, params.id),
  })
