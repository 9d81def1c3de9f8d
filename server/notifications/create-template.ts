import type { notificationTemplates } from '#contract/notifications.ts'
import type { Input } from '#contract/route.ts'
import { isCustomisable } from '#domain/notification.ts'
import { audit } from '#server/platform/audit.sql.ts'
import type { Context } from '#server/platform/context.ts'
import { fieldProblem } from '#server/platform/problem.ts'

import { mustBeGoodWords } from './good-words.ts'
import { deselectOthers, insertTemplate } from './templates.sql.ts'

export async function createTemplate(ctx: Context, { body }: Input<typeof notificationTemplates.create>) {
  if (!isCustomisable(body.method)) throw fieldProblem('method', 'NHS App templates cannot be customised.')
  const words = mustBeGoodWords(body)
  if (words.isSelected) await deselectOthers(ctx, words)
  const template = await insertTemplate(ctx, words)
  await audit(ctx, 'templateCreated', { subjectId: template.id })
  return template
}
