import { isDeepStrictEqual } from 'node:util'

import type { NotificationTemplate, notificationTemplates, TemplateFilters } from '#contract/notifications.ts'
import type { Input } from '#contract/route.ts'
import { categoriesOf, hasSubject, isCustomisable } from '#domain/notification.ts'
import { checkTranslations, type TemplateWords } from '#domain/template-languages.ts'
import { checkTemplate, type TemplateText } from '#domain/template.ts'
import type { Config } from '#server/config.ts'
import { audit } from '#server/platform/audit.sql.ts'
import type { Context } from '#server/platform/context.ts'
import { fieldProblem, Problem } from '#server/platform/problem.ts'

import { defaultTemplates } from './default-templates.ts'
import {
  deselectOthers,
  findCustomTemplate,
  insertTemplate,
  listCustomTemplates,
  lockCustomTemplate,
  setTemplate,
  setTemplateDeleted,
} from './templates.sql.ts'
import { findVersion, insertVersion } from './template-versions.sql.ts'

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
      deletedAt: null,
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
  const of = (template: NotificationTemplate) =>
    String(template[key as keyof Omit<NotificationTemplate, 'translations'>] ?? '').toLowerCase() // the sorts of the contract
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
  if (!categoriesOf(body.method).includes(body.category)) throw fieldProblem('category', 'There are no reminders by letter.')
  const words = requireValidTemplate(body)
  if (words.isSelected) await deselectOthers(ctx, words)
  const template = await insertTemplate(ctx, words)
  await insertVersion(ctx, template)
  await audit(ctx, 'templateCreated', { subjectId: template.id })
  return template
}

export async function updateTemplate(ctx: Context, { params: { id }, body }: Input<typeof notificationTemplates.update>) {
  const { seenVersion, ...wanted } = body
  const before = await lockOwn(ctx, id)
  if (seenVersion !== undefined && seenVersion !== before.version)
    throw new Problem('conflict', 'Another user has changed this template. Copy your text, load the page again and make your change there.')
  return save(ctx, before, { ...before, ...definedOnly(wanted) })
}

/** Saves the text of an earlier version as a new one. The history only grows. */
export async function restoreVersion(ctx: Context, id: string, version: number) {
  const before = await lockOwn(ctx, id)
  const earlier = await findVersion(ctx, id, version)
  if (!earlier) throw new Problem('not_found')
  const { description, subject, body, translations } = earlier
  if (isSameText(before, earlier)) throw new Problem('conflict', 'The template already has this text.')
  return save(ctx, before, { ...before, description, subject, body, translations }, version)
}

/** A changed text is a new version. Whether the template is used is not a part of the text. */
async function save(ctx: Context, before: NotificationTemplate, wanted: NotificationTemplate, restoredFrom?: number) {
  const words = requireValidTemplate(wanted)
  if (words.isSelected && !before.isSelected) await deselectOthers(ctx, words)
  const isChanged = !isSameText(before, words)
  const template = await setTemplate(ctx, before.id, { ...words, version: before.version + (isChanged ? 1 : 0) })
  if (isChanged) await insertVersion(ctx, template, restoredFrom)
  await audit(ctx, 'templateUpdated', {
    subjectId: before.id,
    detail: { version: template.version, ...(restoredFrom && { restoredFrom }) },
  })
  return template
}

type Text = Pick<NotificationTemplate, 'description' | 'subject' | 'body' | 'translations'>
const isSameText = (one: Text, other: Text) =>
  one.description === other.description &&
  one.subject === other.subject &&
  one.body === other.body &&
  isDeepStrictEqual(one.translations, other.translations)

const definedOnly = <T extends object>(given: T) =>
  Object.fromEntries(Object.entries(given).filter(([, value]) => value !== undefined)) as { [K in keyof T]?: Exclude<T[K], undefined> } // the undefined ones are gone

/** If the deleted template was selected, the default is used again. */
export async function deleteTemplate(ctx: Context, id: string) {
  await lockOwn(ctx, id)
  await setTemplateDeleted(ctx, id)
  await audit(ctx, 'templateDeleted', { subjectId: id })
}

async function lockOwn(ctx: Context, id: string) {
  const template = await lockCustomTemplate(ctx, id)
  if (template) return template
  if (await findDefault(ctx, id)) throw new Problem('conflict', 'A default template cannot be changed. Create a custom template instead.')
  throw new Problem('not_found')
}

/** The stored form of a template. Throws field problems if it could not be sent. Only emails and letters have a subject. */
export function requireValidTemplate<T extends TemplateText & TemplateWords>(template: T): T {
  const words = hasSubject(template.method) ? template : withoutSubjects(template)
  const errors = [...checkTemplate(words), ...checkTranslations(words)]
  if (errors.length) throw new Problem('invalid_request', undefined, errors)
  return words
}

const withoutSubjects = <T extends TemplateWords>(template: T): T => ({
  ...template,
  subject: '',
  translations: Object.fromEntries(
    Object.entries(template.translations).map(([language, { body, source }]) => [
      language,
      { subject: '', body, source: { subject: '', body: source.body } },
    ]),
  ),
})
