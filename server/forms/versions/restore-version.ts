import { differencesOf } from '#domain/form/difference/difference.ts'
import { getForm } from '#server/forms/forms.sql.ts'
import { getFormVersion } from '#server/forms/form-versions.sql.ts'
import { updateForm } from '#server/forms/forms.ts'
import { audit } from '#server/platform/audit.sql.ts'
import type { Context } from '#server/platform/context.ts'
import { Problem } from '#server/platform/problem.ts'

type Which = { id: string; version: number }

/** What patients are asked stays as it is until somebody publishes the draft. */
export async function restoreVersion(ctx: Context, { id, version }: Which, draftRevision: number) {
  const [form, { title, description, definition }] = [await getForm(ctx, id), await getFormVersion(ctx, id, version)]
  const isSame = differencesOf({ ...form, definition: form.draft }, { title, description, definition }).length === 0
  if (isSame && form.draftRevision === draftRevision) throw new Problem('conflict', `The draft already says what version ${version} said.`)
  const restored = await updateForm(ctx, id, { title, description, draft: definition, draftRevision })
  await audit(ctx, 'formVersionRestored', { subjectId: id, detail: { title, version } })
  return restored
}
