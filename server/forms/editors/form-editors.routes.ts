import { formEditors } from '#contract/form-versions.ts'
import { serve, type RouteDeps } from '#server/platform/serve.ts'

import { announceEditor, withdrawEditor } from './announce-editor.ts'

export const serveFormEditors = (deps: RouteDeps) =>
  serve(deps, formEditors, {
    announce: (ctx, { params }) => announceEditor(ctx, params.id, params.window),
    leave: (ctx, { params }) => withdrawEditor(ctx, params.id, params.window),
  })
