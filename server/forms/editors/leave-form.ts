import type { Context } from '#server/platform/context.ts'
import { Problem } from '#server/platform/problem.ts'

import { deleteEditor, findDraftRevision } from './form-editors.sql.ts'

/** A window is closed; it may have been forgotten before. */
export async function leaveForm(ctx: Context, formId: string, window: string) {
  if ((await findDraftRevision(ctx, formId)) === undefined) throw new Problem('not_found')
  await deleteEditor(ctx, formId, window)
  return { done: true as const }
}
