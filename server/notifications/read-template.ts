import type { NotificationTemplate } from '#contract/notifications.ts'
import { audit } from '#server/platform/audit.sql.ts'
import type { Context } from '#server/platform/context.ts'
import { Problem } from '#server/platform/problem.ts'

import { defaultsBeside } from './list-templates.ts'
import { findCustomTemplate, listCustomTemplates } from './templates.sql.ts'

export async function readTemplate(ctx: Context, id: string): Promise<NotificationTemplate> {
  const template = (await findCustomTemplate(ctx, id)) ?? (await findDefault(ctx, id))
  if (!template) throw new Problem('not_found')
  await audit(ctx, 'templateRead', template.type === 'custom' ? { subjectId: id } : { detail: { templateId: id } })
  return template
}

export const findDefault = async (ctx: Context, id: string) =>
  defaultsBeside(await listCustomTemplates(ctx), ctx.services.config).find((template) => template.id === id)
