import { audit } from '#server/platform/audit.sql.ts'
import type { Context } from '#server/platform/context.ts'

import { insertForm, type NewForm } from './form-rows.sql.ts'
import { getForm } from './forms.sql.ts'

type FormWanted = Omit<NewForm, 'draft'> & { draft?: NewForm['draft'] | undefined }

export async function createForm(ctx: Context, { draft = { questions: [] }, ...form }: FormWanted) {
  const id = await insertForm(ctx, { ...form, draft })
  await audit(ctx, 'formCreated', { subjectId: id, detail: { title: form.title } })
  return getForm(ctx, id)
}
