import type { notificationTemplates } from '#contract/notifications.ts'
import type { Input } from '#contract/route.ts'
import { audit } from '#server/platform/audit.sql.ts'
import type { Context } from '#server/platform/context.ts'
import { Problem } from '#server/platform/problem.ts'

import { mustBeGoodWords } from './good-words.ts'
import { findDefault } from './read-template.ts'
import { deleteTemplateRow, deselectOthers, lockCustomTemplate, setTemplate } from './templates.sql.ts'

export async function updateTemplate(ctx: Context, { params: { id }, body }: Input<typeof notificationTemplates.update>) {
  const { category, method, description, subject, body: text, isSelected } = await lockOwn(ctx, id)
  const words = mustBeGoodWords({
    category,
    method,
    description: body.description ?? description,
    subject: body.subject ?? subject,
    body: body.body ?? text,
    isSelected: body.isSelected ?? isSelected,
  })
  if (words.isSelected && !isSelected) await deselectOthers(ctx, words)
  const template = await setTemplate(ctx, id, words)
  await audit(ctx, 'templateUpdated', { subjectId: id })
  return template
}

/** The default takes over again where the deleted one was selected. */
export async function deleteTemplate(ctx: Context, id: string) {
  await lockOwn(ctx, id)
  await deleteTemplateRow(ctx, id)
  await audit(ctx, 'templateDeleted', { subjectId: id })
}

async function lockOwn(ctx: Context, id: string) {
  const template = await lockCustomTemplate(ctx, id)
  if (template) return template
  if (await findDefault(ctx, id))
    throw new Problem('conflict', 'A default template cannot be changed. Create a template of your own instead.')
  throw new Problem('not_found')
}
