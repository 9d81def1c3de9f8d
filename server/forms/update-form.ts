import { audit } from '#server/platform/audit.sql.ts'
import type { Context } from '#server/platform/context.ts'
import { Problem } from '#server/platform/problem.ts'

import { refuseStaleDraft } from './draft-conflict.ts'
import { changeForm, lockForm, setArchived, type FormChange } from './form-rows.sql.ts'
import { getForm } from './forms.sql.ts'

export type FormUpdate = FormChange & { draftRevision?: number | undefined; archived?: boolean | undefined }

/** Compare-and-set: who names the revision they changed never writes over somebody else's. Restoring comes first, so that one call can restore and change. */
export async function updateForm(ctx: Context, id: string, { draftRevision, archived, ...change }: FormUpdate) {
  const form = await lockForm(ctx, id)
  if (!form) throw new Problem('not_found')
  if (draftRevision !== undefined) refuseStaleDraft(ctx, form, draftRevision)

  const changed = Object.entries(change).flatMap(([name, value]) => (value === undefined ? [] : [name]))
  if (changed.length > 0) {
    if (form.isArchived && archived !== false) throw new Problem('conflict', 'This form is archived. Restore it to change it.')
    await changeForm(ctx, id, change)
    await audit(ctx, 'formUpdated', { subjectId: id, detail: { title: change.title ?? form.title, changed } })
  }
  if (archived !== undefined && archived !== form.isArchived) {
    await setArchived(ctx, id, archived)
    await audit(ctx, archived ? 'formArchived' : 'formRestored', { subjectId: id, detail: { title: change.title ?? form.title } })
  }
  return getForm(ctx, id)
}
