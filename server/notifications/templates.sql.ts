import { sql } from 'kysely'

import type { NotificationTemplate } from '#contract/notifications.ts'
import type { NotificationCategory, NotificationMethod } from '#domain/notification.ts'
import type { Context } from '#server/platform/context.ts'

const columns = ['id', 'category', 'method', 'description', 'subject', 'body', 'is_selected', 'updated_at'] as const

type Row = {
  id: string
  category: string
  method: string
  description: string
  subject: string
  body: string
  is_selected: boolean
  updated_at: string
}

// Check constraints hold the same words as the casts.
const toTemplate = ({ is_selected, updated_at, ...row }: Row): NotificationTemplate => ({
  ...row,
  type: 'custom',
  category: row.category as NotificationCategory,
  method: row.method as NotificationMethod,
  isSelected: is_selected,
  updatedAt: updated_at,
})

/** The custom templates of an organisation. There are few, and they are listed together with the defaults, which are in no table. */
export async function listCustomTemplates({ tx }: Context): Promise<NotificationTemplate[]> {
  const rows = await tx.selectFrom('notification_templates').select(columns).orderBy('created_at').limit(1_000).execute()
  return rows.map(toTemplate)
}

/** @param id any text; the id of a default template is not found here */
export async function findCustomTemplate({ tx }: Context, id: string): Promise<NotificationTemplate | undefined> {
  const row = await tx
    .selectFrom('notification_templates')
    .select(columns)
    .where(sql`id::text`, '=', id)
    .executeTakeFirst()
  return row && toTemplate(row)
}

export async function lockCustomTemplate({ tx }: Context, id: string): Promise<NotificationTemplate | undefined> {
  const row = await tx
    .selectFrom('notification_templates')
    .select(columns)
    .where(sql`id::text`, '=', id)
    .forUpdate()
    .executeTakeFirst()
  return row && toTemplate(row)
}

/** The custom template that replaces the default, if there is one. */
export const findSelected = ({ tx }: Context, method: NotificationMethod, category: NotificationCategory) =>
  tx
    .selectFrom('notification_templates')
    .select(['subject', 'body'])
    .where('method', '=', method)
    .where('category', '=', category)
    .where('is_selected', '=', true)
    .executeTakeFirst()

type Words = Pick<NotificationTemplate, 'category' | 'method' | 'description' | 'subject' | 'body' | 'isSelected'>

const toRow = ({ isSelected, ...words }: Words) => ({ ...words, is_selected: isSelected })

export async function insertTemplate({ tx }: Context, words: Words): Promise<NotificationTemplate> {
  return toTemplate(await tx.insertInto('notification_templates').values(toRow(words)).returning(columns).executeTakeFirstOrThrow())
}

export async function setTemplate({ tx }: Context, id: string, words: Words): Promise<NotificationTemplate> {
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

export const deleteTemplateRow = ({ tx }: Context, id: string) => tx.deleteFrom('notification_templates').where('id', '=', id).execute()
