import type { NotificationTemplate, templateVersions, TemplateVersion, TemplateVersionText } from '#contract/notifications.ts'
import type { Input } from '#contract/route.ts'
import { audit } from '#server/platform/audit.sql.ts'
import { type Context, wardLimitOf } from '#server/platform/context.ts'
import { Problem } from '#server/platform/problem.ts'

import { countMessagesWith, countUses, findVersion, listMessagesWith, listVersions } from './template-versions.sql.ts'
import { findDefault } from './templates.ts'
import { findCustomTemplate } from './templates.sql.ts'

/** The versions of a template, the latest first. A default template has one: the text of this product. */
export async function listTemplateVersions(ctx: Context, { params: { id }, query }: Input<typeof templateVersions.list>) {
  const template = await getTemplate(ctx, id)
  await audit(ctx, 'templateRead', about(template))
  const { versions, totalDocs } =
    template.type === 'custom' ? await listVersions(ctx, id, query) : { versions: [ofDefault(template)], totalDocs: 1 }
  const uses = await countUses(
    ctx,
    id,
    versions.map(({ version }) => version),
  )
  const docs = versions.map(({ version, restoredFrom, createdBy, createdAt }): TemplateVersion => ({
    version,
    restoredFrom,
    createdBy,
    createdAt,
    messages: uses.get(version) ?? 0,
  }))
  return { docs, page: query.page, totalDocs }
}

export async function readTemplateVersion(ctx: Context, { id, version }: { id: string; version: number }): Promise<TemplateVersionText> {
  const template = await getTemplate(ctx, id)
  const found =
    template.type === 'custom' ? await findVersion(ctx, id, version) : version === template.version ? ofDefault(template) : undefined
  if (!found) throw new Problem('not_found')
  const before = template.type === 'custom' ? await findVersion(ctx, id, version - 1) : undefined
  await audit(ctx, 'templateRead', about(template, version))
  const uses = await countUses(ctx, id, [version])
  return {
    ...found,
    messages: uses.get(version) ?? 0,
    previous: before
      ? { description: before.description, subject: before.subject, body: before.body, translations: before.translations }
      : null,
  }
}

/** The messages that were written with a version, also with an earlier text of a default template. */
export async function listTemplateMessages(ctx: Context, { params: { id, version }, query }: Input<typeof templateVersions.messages>) {
  const template = await getTemplate(ctx, id)
  // The stored count is of all wards, so for a member who may see only some of them the messages are counted, up to a limit.
  const total = wardLimitOf(ctx.actor)
    ? await countMessagesWith(ctx, { templateId: id, version }, maxCounted)
    : ((await countUses(ctx, id, [version])).get(version) ?? 0)
  const { docs, ...cursor } = await listMessagesWith(ctx, { templateId: id, version }, query, total)
  await audit(ctx, 'templateMessagesRead', { ...about(template, version), patientIds: docs.map(({ patient }) => patient.id) })
  return { docs, page: query.page, totalDocs: total, ...cursor }
}

const maxCounted = 10_000

async function getTemplate(ctx: Context, id: string) {
  const template = (await findCustomTemplate(ctx, id)) ?? (await findDefault(ctx, id))
  if (!template) throw new Problem('not_found')
  return template
}

/** The subject of an audit event. A default template has no id of its own kind. */
const about = ({ id, type }: NotificationTemplate, version?: number) => ({
  ...(type === 'custom' && { subjectId: id }),
  detail: { ...(type === 'default' && { templateId: id }), ...(version !== undefined && { version }) },
})

const ofDefault = ({ version, description, subject, body, translations }: NotificationTemplate) => ({
  version,
  description,
  subject,
  body,
  translations,
  restoredFrom: null,
  createdBy: '',
  createdAt: null,
})
