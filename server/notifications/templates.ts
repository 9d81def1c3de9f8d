import type { NotificationTemplate, notificationTemplates, TemplateFilters } from '#contract/notifications.ts'
import type { Input } from '#contract/route.ts'
import { isCustomisable } from '#domain/notification.ts'
import { checkTemplate, type TemplateText } from '#domain/template.ts'
import type { Config } from '#server/config.ts'
import { audit } from '#server/platform/audit.sql.ts'
import type { Context } from '#server/platform/context.ts'
import { fieldProblem, Problem } from '#server/platform/problem.ts'

import { defaultTemplates } from './default-templates.ts'
import {
  deleteTemplateRow,
  deselectOthers,
  findCustomTemplate,
  insertTemplate,
  listCustomTemplates,
  lockCustomTemplate,
  setTemplate,
} from './templates.sql.ts'

/** The default templates that can be shown. Each is in use unless a custom template replaces it. */
export const defaultsBeside = (custom: NotificationTemplate[], { NHS_APP_TEMPLATES }: Config): NotificationTemplate[] =>
  defaultTemplates
    .filter(({ method }) => method !== 'nhs_app' || NHS_APP_TEMPLATES)
    .map((template) => ({
      ...template,
      type: 'default',
      isSelected: !custom.some(
        ({ method, category, isSelected }) => isSelected && method === template.method && category === template.category,
      ),
      updatedAt: null,
    }))

/** The default and custom templates in one list. */
export async function listTemplates(ctx: Context, { query }: Input<typeof notificationTemplates.list>) {
  const custom = await listCustomTemplates(ctx)
  const found = [...defaultsBeside(custom, ctx.services.config), ...custom].filter((template) => fits(template, query.filters))
  const sorted = query.sort ? found.sort(by(query.sort)) : found
  const start = (query.page - 1) * query.limit
  return { docs: sorted.slice(start, start + query.limit), page: query.page, totalDocs: found.length }
}

const fits = (template: NotificationTemplate, { category, method, type, search, isSelected }: TemplateFilters) =>
  (!category || category.includes(template.category)) &&
  (!method || method.includes(template.method)) &&
  (!type || type.includes(template.type)) &&
  (isSelected === undefined || template.isSelected === isSelected) &&
  (!search || `${template.description} ${template.subject}`.toLowerCase().includes(search.toLowerCase()))

function by(sort: string) {
  const [key, sign] = sort.startsWith('-') ? [sort.slice(1), -1] : [sort, 1]
  const of = (template: NotificationTemplate) => String(template[key as keyof NotificationTemplate] ?? '').toLowerCase() // the sorts of the contract
  return (a: NotificationTemplate, b: NotificationTemplate) => sign * (of(a) < of(b) ? -1 : of(a) > of(b) ? 1 : 0)
}

export async function readTemplate(ctx: Context, id: string): Promise<NotificationTemplate> {
  const template = (await findCustomTemplate(ctx, id)) ?? (await findDefault(ctx, id))
  if (!template) throw new Problem('not_found')
  await audit(ctx, 'templateRead', template.type === 'custom' ? { subjectId: id } : { detail: { templateId: id } })
  return template
}

export const findDefault = async (ctx: Context, id: string) =>
  defaultsBeside(await listCustomTemplates(ctx), ctx.services.config).find((template) => template.id === id)

export async function createTemplate(ctx: Context, { body }: Input<typeof notificationTemplates.create>) {
  if (!isCustomisable(body.method)) throw fieldProblem('method', 'NHS App templates cannot be customised.')
  const words = requireValidTemplate(body)
  if (words.isSelected) await deselectOthers(ctx, words)
  const template = await insertTemplate(ctx, words)
  await audit(ctx, 'templateCreated', { subjectId: template.id })
  return template
}

export async function updateTemplate(ctx: Context, { params: { id }, body }: Input<typeof notificationTemplates.update>) {
  const { category, method, description, subject, body: text, isSelected } = await lockOwn(ctx, id)
  const words = requireValidTemplate({
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

/** If the deleted template was selected, the default is used again. */
export async function deleteTemplate(ctx: Context, id: string) {
  await lockOwn(ctx, id)
  await deleteTemplateRow(ctx, id)
  await audit(ctx, 'templateDeleted', { subjectId: id })
}

async function lockOwn(ctx: Context, id: string) {
  const template = await lockCustomTemplate(ctx, id)
  if (template) return template
  if (await findDefault(ctx, id)) throw new Problem('conflict', 'A default template cannot be changed. Create a custom template instead.')
  throw new Problem('not_found')
}

/** The stored form of a template. Throws field problems if it could not be sent. Only an email has a subject. */
export function requireValidTemplate<T extends TemplateText>(template: T): T {
  const words = template.method === 'email' ? template : { ...template, subject: '' }
  const errors = checkTemplate(words)
  if (errors.length) throw new Problem('invalid_request', undefined, errors)
  return words
}
