import { sql } from 'kysely'

import type { NotificationTemplate, TemplateMessage } from '#contract/notifications.ts'
import { english } from '#domain/languages.ts'
import type { MessageMethod, NotificationCategory, NotificationStatus } from '#domain/notification.ts'
import { type MessageTranslations, type MessageWords, type TemplateWords, wordsFor } from '#domain/template-languages.ts'
import type { Context } from '#server/platform/context.ts'
import { readPage } from '#server/platform/paging/read-page.sql.ts'

import { defaultTemplate, defaultTemplates } from './default-templates.ts'
import { findSelected } from './templates.sql.ts'

/** A version of a template with its text in every language. */
export type TemplateInForce = TemplateWords & { id: string; version: number }
/** The template and version that a message is written with, in one language. */
export type UsedTemplate = MessageWords & { id: string; version: number; language: string }

/** The text of a template for a patient with this language ('' for not known). */
export const templateFor = (template: TemplateInForce, ofPatient: string): UsedTemplate => ({
  id: template.id,
  version: template.version,
  ...wordsFor(template, ofPatient),
})

/** The template that messages are written with now: a selected custom template replaces the default (NOT-1). */
export const findInForce = async (ctx: Context, method: MessageMethod, category: NotificationCategory): Promise<TemplateInForce> =>
  (await findSelected(ctx, method, category)) ?? defaultTemplate(method, category)

/** Stores the text of a template as its latest version. */
export async function insertVersion(
  { tx, actor }: Context,
  { id, version, description, subject, body, translations }: NotificationTemplate,
  restoredFrom?: number,
) {
  await tx
    .insertInto('notification_template_versions')
    .values({
      template_id: id,
      version,
      description,
      subject,
      body,
      translations: JSON.stringify(translations),
      restored_from: restoredFrom ?? null,
      created_by: actor.id,
    })
    .execute()
}

const selectVersions = ({ tx }: Context, templateId: string) =>
  tx
    .selectFrom('notification_template_versions as v')
    .leftJoin('members as m', (on) => on.onRef('m.organisation_id', '=', 'v.organisation_id').onRef('m.id', '=', 'v.created_by'))
    .select([
      'v.version',
      'v.description',
      'v.subject',
      'v.body',
      'v.translations',
      'v.restored_from',
      'v.created_at',
      'm.first_name',
      'm.last_name',
    ])
    .where(sql`v.template_id::text`, '=', templateId)
type Row = Awaited<ReturnType<ReturnType<typeof selectVersions>['executeTakeFirstOrThrow']>>

const toVersion = ({ restored_from, created_at, first_name, last_name, version, description, subject, body, translations }: Row) => ({
  version,
  description,
  subject,
  body,
  translations: translations as MessageTranslations, // checked before it was stored
  restoredFrom: restored_from,
  createdBy: first_name === null ? '' : `${first_name} ${last_name}`,
  createdAt: created_at,
})

export async function findVersion(ctx: Context, templateId: string, version: number) {
  const row = await selectVersions(ctx, templateId).where('v.version', '=', version).executeTakeFirst()
  return row && toVersion(row)
}

/** One page of the versions, the latest first. */
export async function listVersions(
  ctx: Context,
  templateId: string,
  { page, limit, sort }: { page: number; limit: number; sort?: string | undefined },
) {
  const [{ count }, rows] = await Promise.all([
    ctx.tx
      .selectFrom('notification_template_versions as v')
      .select((e) => e.fn.countAll<number>().as('count'))
      .where(sql`v.template_id::text`, '=', templateId)
      .executeTakeFirstOrThrow(),
    selectVersions(ctx, templateId)
      .orderBy('v.version', sort === 'version' ? 'asc' : 'desc')
      .limit(limit)
      .offset((page - 1) * limit)
      .execute(),
  ])
  return { versions: rows.map(toVersion), totalDocs: count }
}

/** How many messages each of these versions was used for. */
export async function countUses({ tx }: Context, templateId: string, versions: readonly number[]): Promise<Map<number, number>> {
  const rows = await tx
    .selectFrom('notification_template_uses')
    .select(['version', sql<number>`sum(messages)::int`.as('messages')])
    .where('template_id', '=', templateId)
    .where(sql<boolean>`version = any(${versions}::integer[])`)
    .groupBy('version')
    .execute()
  return new Map(rows.map(({ version, messages }) => [version, messages]))
}

/** The text that a message was written with at its first try. */
export async function findUsedTemplate({ tx }: Context, notificationId: string): Promise<UsedTemplate | undefined> {
  const row = await tx
    .selectFrom('notifications as n')
    .leftJoin('notification_template_versions as v', (on) =>
      on
        .onRef('v.organisation_id', '=', 'n.organisation_id')
        .on(sql<boolean>`v.template_id::text = n.template_id`)
        .onRef('v.version', '=', 'n.template_version'),
    )
    .select(['n.template_id', 'n.template_version', 'n.template_language', 'v.subject', 'v.body', 'v.translations'])
    .where('n.id', '=', notificationId)
    .executeTakeFirst()
  return row && usedTemplate(row)
}

type UsedRow = {
  template_id: string | null
  template_version: number | null
  template_language: string | null
  subject: string | null
  body: string | null
  translations: unknown
}

/** The template of a message, from its row and the row of its version. Undefined if it was not tried, and for an older default text. */
export function usedTemplate(row: UsedRow): UsedTemplate | undefined {
  const { template_id: id, template_version: version, subject, body } = row
  if (id === null || version === null) return undefined
  const template =
    subject !== null && body !== null
      ? { id, version, subject, body, translations: row.translations as MessageTranslations } // checked before it was stored
      : defaultTemplates.find((one) => one.id === id && one.version === version)
  return template && templateFor(template, row.template_language ?? english)
}

type Uses = { templateId: string; version: number; messages: number }

/** Counts messages that are written with a version, or takes them back. Uses are added up in several rows (see `beginTries`). */
export async function countTemplateUses({ tx, organisationId }: Context, uses: readonly Uses[]) {
  if (uses.length === 0) return
  await sql`
    insert into notification_template_uses as u (organisation_id, template_id, version, part, messages)
    select ${organisationId}::uuid, t.template_id, t.version, pg_backend_pid() % ${useParts}::integer, t.messages
    from unnest(${uses.map(({ templateId }) => templateId)}::text[], ${uses.map(({ version }) => version)}::integer[],
      ${uses.map(({ messages }) => messages)}::bigint[]) as t (template_id, version, messages)
    order by t.template_id, t.version
    on conflict (organisation_id, template_id, version, part) do update set messages = u.messages + excluded.messages`.execute(tx)
}

/** Uses of a template are counted in so many rows for each version. A connection always adds to the same one, so that few wait for each other. */
export const useParts = 8

/** The templates of the messages about one request, with their names at that time. */
export async function findTemplatesOf({ tx }: Context, requestId: string) {
  const rows = await tx
    .selectFrom('notifications as n')
    .leftJoin('notification_template_versions as v', (on) =>
      on
        .onRef('v.organisation_id', '=', 'n.organisation_id')
        .on(sql<boolean>`v.template_id::text = n.template_id`)
        .onRef('v.version', '=', 'n.template_version'),
    )
    .select(['n.id', 'n.template_id', 'n.template_version', 'n.template_language', 'v.description'])
    .where('n.request_id', '=', requestId)
    .where('n.template_id', 'is not', null)
    .execute()
  return new Map(
    rows.map(({ id, template_id, template_version, template_language, description }) => [
      id,
      {
        id: template_id!, // not null by the condition above, and then the version neither
        version: template_version!,
        language: template_language ?? english,
        description: description ?? defaultTemplates.find((template) => template.id === template_id)?.description ?? '',
      },
    ]),
  )
}

type Version = { templateId: string; version: number }

/** How many messages that the member may see were written with a version, up to a limit. */
export async function countMessagesWith({ tx }: Context, { templateId, version }: Version, most: number) {
  const { count } = await tx
    .selectFrom((e) =>
      e
        .selectFrom('notifications')
        .select('id')
        .where('template_id', '=', templateId)
        .where('template_version', '=', version)
        .limit(most)
        .as('n'),
    )
    .select((e) => e.fn.countAll<number>().as('count'))
    .executeTakeFirstOrThrow()
  return count
}

/** The messages that were written with a version, newest first. */
export async function listMessagesWith(
  ctx: Context,
  { templateId, version }: Version,
  asked: { page: number; limit: number; cursor?: string | undefined },
  total: number,
) {
  const { ids, ...cursor } = await readPage(ctx, asked, {
    name: ['template messages', templateId, version],
    from: sql`notifications n`,
    where: sql<boolean>`n.organisation_id = ${ctx.organisationId}::uuid and n.template_id = ${templateId} and n.template_version = ${version}`,
    order: {
      columns: [
        { column: sql`n.created_at`, type: 'timestamptz' },
        { column: sql`n.id`, type: 'uuid' },
      ],
      direction: 'desc',
    },
    total: async () => total,
  })
  return { docs: await findMessages(ctx, ids), ...cursor }
}

/** In the given order. */
async function findMessages({ tx }: Context, ids: readonly string[]): Promise<TemplateMessage[]> {
  const rows = await tx
    .selectFrom('notifications as n')
    .innerJoin('form_requests as r', (on) => on.onRef('r.organisation_id', '=', 'n.organisation_id').onRef('r.id', '=', 'n.request_id'))
    .innerJoin('patients as p', (on) => on.onRef('p.organisation_id', '=', 'r.organisation_id').onRef('p.id', '=', 'r.patient_id'))
    .innerJoin('forms as f', (on) => on.onRef('f.organisation_id', '=', 'r.organisation_id').onRef('f.id', '=', 'r.form_id'))
    .select(['n.id', 'n.status', 'n.created_at', 'n.request_id', 'f.title'])
    .select(['p.id as patient_id', 'p.first_name', 'p.last_name', 'p.nhs_number', 'p.date_of_birth'])
    .where(sql<boolean>`n.id = any(${ids}::uuid[])`)
    .execute()
  const byId = new Map(
    rows.map((row): [string, TemplateMessage] => [
      row.id,
      {
        id: row.id,
        status: row.status as NotificationStatus, // a check constraint holds the same statuses
        createdAt: row.created_at,
        requestId: row.request_id,
        patient: {
          id: row.patient_id,
          firstName: row.first_name,
          lastName: row.last_name,
          nhsNumber: row.nhs_number,
          dateOfBirth: row.date_of_birth,
        },
        form: { title: row.title },
      },
    ]),
  )
  return ids.flatMap((id) => byId.get(id) ?? [])
}
