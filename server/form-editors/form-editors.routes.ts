import { formEditors } from '#contract/form-editors.ts'
import { serve, type Door } from '#server/platform/serve.ts'

import { announceEditor } from './announce-editor.ts'
import { leaveForm } from './leave-form.ts'

export const serveFormEditors = (door: Door) =>
  serve(door, formEditors, {
    announce: (ctx, { params }) => announceEditor(ctx, params.id, params.window),
    leave: (ctx, { params }) => leaveForm(ctx, params.id, params.window),
  })
