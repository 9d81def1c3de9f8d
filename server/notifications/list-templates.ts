import type { NotificationTemplate, notificationTemplates, TemplateFilters } from '#contract/notifications.ts'
import type { Input } from '#contract/route.ts'
import type { Config } from '#server/config.ts'
import type { Context } from '#server/platform/context.ts'

import { defaultTemplates } from './default-templates.ts'
import { listCustomTemplates } from './templates.sql.ts'

/** The defaults that may be shown, each in use unless a custom template took its place. */
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

/** Defaults and an organisation's own in one list. */
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
  const of = (template: NotificationTemplate) => String(template[key as keyof NotificationTemplate] ?? '').toLowerCase() // the contract names the sorts
  return (a: NotificationTemplate, b: NotificationTemplate) => sign * (of(a) < of(b) ? -1 : of(a) > of(b) ? 1 : 0)
}
