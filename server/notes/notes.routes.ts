import { notes } from '#contract/notes.ts'
import { serve, type RouteDeps } from '#server/platform/serve.ts'

import { addNote } from './notes.ts'

export const serveNotes = (deps: RouteDeps) => serve(deps, notes, { add: (ctx, { params, body }) => addNote(ctx, params.id, body) })
