import { sql } from 'kysely'

import type { NotificationTemplate } from '#contract/notifications.ts'
import type { MessageMethod, NotificationCategory } from '#domain/notification.ts'
import type { MessageTranslations } from '#domain/template-languages.ts'
import type { Context } from '#server/platform/context.ts'

const columns = [
  'id',
  'category',
  'method',
  'description',
  'subject',
  'body',
  'translations',
  'is_selected',
  'version',
  'updated_at',
  'deleted_at',
] as const

type Row = {
  id: string
  category: string
  method: string
  description: string
  subject: string
  body: string
  translations: unknown
  is_selected: boolean
  version: number
  updated_at: string
  deleted_at: string | null
}

// Check constraints hold the same words as the casts.
const toTemplate = ({ is_selected, updated_at, deleted_at, ...row }: Row): NotificationTemplate => ({
  ...row,
  type: 'custom',
  category: row.category as NotificationCategory,
  method: row.method as MessageMethod,
  translations: row.translations as MessageTranslations, // checked before it was stored
  isSelected: is_selected,
  updatedAt: updated_at,
  deletedAt: deleted_at,
})

/** The custom templates of an organisation. There are few, and they are listed together with the defaults, which are in no table. */
export async function listCustomTemplates({ tx }: Context): Promise<NotificationTemplate[]> {
  const rows = await tx
    .selectFrom('notification_templates')
    .select(columns)
    .where('deleted_at', 'is', null)
    .orderBy('created_at')
    .limit(1_000)
    .execute()
  return rows.map(toTemplate)
}

/** Also a deleted template. @param id any text; the id of a default template is not found here */
export async function findCustomTemplate({ tx }: Context, id: string): Promise<NotificationTemplate | undefined> {
  const row = await tx
    .selectFrom('notification_templates')
    .select(columns)
    .where(sql`id::text`, '=', id)
    .executeTakeFirst()
  return row && toTemplate(row)
}

/** A deleted template cannot be changed, so it is not found. */
export async function lockCustomTemplate({ tx }: Context, id: string): Promise<NotificationTemplate | undefined> {
  const row = await tx
    .selectFrom('notification_templates')
    .select(columns)
    .where(sql`id::text`, '=', id)
    .where('deleted_at', 'is', null)
    .forUpdate()
    .executeTakeFirst()
  return row && toTemplate(row)
}

/** The custom template that replaces the default, if there is one. */
export async function findSelected({ tx }: Context, method: MessageMethod, category: NotificationCategory) {
  const row = await tx
    .selectFrom('notification_templates')
    .select(['id', 'version', 'subject', 'body', 'translations'])
    .where('method', '=', method)
    .where('category', '=', category)
    .where('is_selected', '=', true)
    .executeTakeFirst()
  return row && { ...row, translations: row.translations as MessageTranslations } // checked before it was stored
}

type Words = Pick<NotificationTemplate, 'category' | 'method' | 'description' | 'subject' | 'body' | 'translations' | 'isSelected'>

const toRow = ({ category, method, description, subject, body, translations, isSelected, version }: Words & { version?: number }) => ({
  category,
  method,
  description,
  subject,
  body,
  translations: JSON.stringify(translations),
  is_selected: isSelected,
  ...(version !== undefined && { version }),
})

export async function insertTemplate({ tx }: Context, words: Words): Promise<NotificationTemplate> {
  return toTemplate(await tx.insertInto('notification_templates').values(toRow(words)).returning(columns).executeTakeFirstOrThrow())
}

export async function setTemplate({ tx }: Context, id: string, words: Words & { version: number }): Promise<NotificationTemplate> {
  return toTemplate(
    await tx.updateTable('notification_templates').set(toRow(words)).where('id', '=', id).returning(columns).executeTakeFirstOrThrow(),
  )
}

/** Only one template of a method and category can be selected, so the previous one is deselected first. */
export async function deselectOthers({ tx }: Context, { method, category }: Pick<Words, 'method' | 'category'>) {
  await tx
    .updateTable('notification_templates')
    .set({ is_selected: false })
    .where('method', '=', method)
    .where('category', '=', category)
    .where('is_selected', '=', true)
    .execute()
}

/** The row stays, because versions and messages name it. */
export const setTemplateDeleted = async ({ tx }: Context, id: string) =>
  tx.updateTable('notification_templates').set({ is_selected: false, deleted_at: new Date().toISOString() }).where('id', '=', id).execute()
