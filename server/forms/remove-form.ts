import { audit } from '#server/platform/audit.sql.ts'
import type { Context } from '#server/platform/context.ts'
import { Problem } from '#server/platform/problem.ts'

import { deleteForm, isEverSent, lockForm } from './form-rows.sql.ts'

/** Only a form that was never sent can go: what a patient was asked is kept for ever. */
export async function removeForm(ctx: Context, id: string) {
  const form = await lockForm(ctx, id)
  if (!form) throw new Problem('not_found')
  if (await isEverSent(ctx, id))
    throw new Problem('conflict', 'This form has been sent to patients, so it cannot be deleted. You can archive it instead.')
  await deleteForm(ctx, id)
  await audit(ctx, 'formDeleted', { subjectId: id, detail: { title: form.title } })
  return { done: true as const }
}
