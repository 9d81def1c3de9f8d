import { formVersions } from '#contract/form-versions.ts'
import { serve, type RouteDeps } from '#server/platform/serve.ts'

import { listOpenRequests } from './form-versions.sql.ts'
import { restoreVersion } from './forms.ts'

export const serveFormVersions = (deps: RouteDeps) =>
  serve(deps, formVersions, {
    listOpen: (ctx, { params }) => listOpenRequests(ctx, params.id),
    restore: (ctx, { params, body }) => restoreVersion(ctx, params, body.draftRevision),
  })
