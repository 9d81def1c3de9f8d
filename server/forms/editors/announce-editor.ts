import type { Context } from '#server/platform/context.ts'
import { Problem } from '#server/platform/problem.ts'

import { deleteEditor, findDraftRevision, listEditors, removeStaleEditors, upsertEditor } from './form-editors.sql.ts'

/** Announces an open window and returns the other editors. */
export async function announceEditor(ctx: Context, formId: string, window: string) {
  const draftRevision = await findDraftRevision(ctx, formId)
  if (draftRevision === undefined) throw new Problem('not_found')
  await removeStaleEditors(ctx)
  await upsertEditor(ctx, formId, window)
  const editors = await listEditors(ctx, formId)
  const others = editors.filter((editor) => editor.window !== window)
  return { draftRevision, others: others.map(({ window, name, memberId }) => ({ window, name, isOwn: memberId === ctx.actor.id })) }
}

/** Removes a closed window, which may already have expired. */
export async function withdrawEditor(ctx: Context, formId: string, window: string) {
  if ((await findDraftRevision(ctx, formId)) === undefined) throw new Problem('not_found')
  await deleteEditor(ctx, formId, window)
  return { done: true as const }
}
