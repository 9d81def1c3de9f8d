import { formEditors } from '#contract/form-editors.ts'
import { serve, type Door } from '#server/platform/serve.ts'

import { announceEditor } from './announce-editor.ts'
import { deleteEditor } from './form-editors.sql.ts'

export const serveFormEditors = (door: Door) =>
  serve(door, formEditors, {
    announce: (ctx, { params }) => announceEditor(ctx, params.id, params.window),
    leave: async (ctx, { params }) => {
      await deleteEditor(ctx, params.id, params.window)
      return { done: true as const }
    },
  })
