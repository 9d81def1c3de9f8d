import { sql } from 'kysely'

import type { FormDetails, forms, FormSummary } from '#contract/forms.ts'
import type { Input } from '#contract/route.ts'
import type { FormDefinition } from '#domain/form/definition.ts'
import type { PepPlaceKind } from '#domain/pep.ts'
import type { ReminderRule } from '#domain/reminders.ts'
import type { Context } from '#server/platform/context.ts'
import { Problem } from '#server/platform/problem.ts'

import { nameOf, questionCount, requestCount } from './form-rows.sql.ts'

/** The first draft of a form does not count as a change. */
const isChanged = sql<boolean>`coalesce(f.draft <> v.definition or f.title <> v.title or f.description <> v.description, false)`

const selectForms = ({ tx }: Context) =>
  tx
    .selectFrom('forms as f')
    .leftJoin('form_versions as v', (on) =>
      on.onRef('v.organisation_id', '=', 'f.organisation_id').onRef('v.form_id', '=', 'f.id').onRef('v.version', '=', 'f.live_version'),
    )
    .select(['f.id', 'f.title', 'f.description', 'f.type', 'f.live_version', 'v.published_at', 'f.archived_at'])
    .select(['f.draft_edited_by', 'f.draft_edited_at', 'f.created_at', 'f.updated_at'])
    .select([
      questionCount('f.draft').as('question_count'),
      isChanged.as('is_changed'),
      nameOf('f.draft_edited_by').as('editor_name'),
      requestCount.as('request_count'),
    ])

type Row = Awaited<ReturnType<ReturnType<typeof selectForms>['executeTakeFirstOrThrow']>>

const toSummary = (row: Row): FormSummary => ({
  id: row.id,
  title: row.title,
  description: row.description,
  type: row.type,
  version: row.live_version,
  publishedAt: row.published_at,
  isArchived: row.archived_at !== null,
  questionCount: row.question_count,
  isChanged: row.is_changed,
  editedBy: row.draft_edited_by && row.editor_name ? { id: row.draft_edited_by, name: row.editor_name } : null,
  editedAt: row.draft_edited_at,
  requestCount: row.request_count,
  createdAt: row.created_at,
  updatedAt: row.updated_at,
})

export async function getForm(ctx: Context, id: string): Promise<FormDetails> {
  const row = await selectForms(ctx)
    .select([
      'f.draft',
      'f.draft_revision',
      'f.pep_code',
      'f.is_sensitive',
      'f.pep_name',
      'f.pep_kind',
      'f.pep_confirmed_at',
      ...reminderColumns,
    ])
    .select(isConfirmedByPep.as('is_confirmed'))
    .where('f.id', '=', id)
    .executeTakeFirst()
  if (!row) throw new Problem('not_found')
  // Checked by the contract before it was stored.
  return {
    ...toSummary(row),
    draft: row.draft as FormDefinition,
    draftRevision: row.draft_revision,
    pepCode: row.pep_code,
    pepPlace: pepPlaceOf(row),
    isSensitive: row.is_sensitive,
    reminders: remindersOf(row),
  }
}

/** Another PEP, or none, has not confirmed the code. */
const isConfirmedByPep = sql<boolean>`exists (
  select from pep_configs p where p.organisation_id = f.organisation_id and p.address = f.pep_confirmed_address)`

type PepColumns = { pep_name: string | null; pep_kind: string | null; pep_confirmed_at: string | null; is_confirmed: boolean }

function pepPlaceOf({ pep_name, pep_kind, pep_confirmed_at, is_confirmed }: PepColumns): FormDetails['pepPlace'] {
  if (!is_confirmed || pep_name === null || pep_kind === null || pep_confirmed_at === null) return null
  return { name: pep_name, kind: pep_kind as PepPlaceKind, confirmedAt: pep_confirmed_at } // a check constraint holds the same kinds
}

const reminderColumns = ['f.first_reminder_days', 'f.second_reminder_days', 'f.last_reminder_days'] as const
type ReminderColumns = Record<'first_reminder_days' | 'second_reminder_days' | 'last_reminder_days', number | null>

/** The form's own reminders; null where it uses those of the organisation. A check constraint keeps all three columns set or none. */
const remindersOf = ({ first_reminder_days, second_reminder_days, last_reminder_days }: ReminderColumns): ReminderRule | null =>
  first_reminder_days === null
    ? null
    : { firstDays: first_reminder_days, secondDays: second_reminder_days ?? 0, lastDays: last_reminder_days ?? 0 }

/** The forms with reminders of their own. */
export async function listFormReminders({ tx }: Context) {
  const rows = await tx
    .selectFrom('forms as f')
    .select(['f.id', ...reminderColumns])
    .where('f.first_reminder_days', 'is not', null)
    .execute()
  return rows.flatMap((row) => {
    const rule = remindersOf(row)
    return rule ? [{ formId: row.id, rule }] : []
  })
}

/** The reminders of one form; null where it uses those of the organisation. */
export async function findFormReminders({ tx }: Context, id: string) {
  const row = await tx.selectFrom('forms as f').select(reminderColumns).where('f.id', '=', id).executeTakeFirst()
  return row ? remindersOf(row) : null
}

type ListQuery = Input<typeof forms.list>['query']

const orders = {
  title: [sql`lower(f.title)`, sql`lower(f.title) desc`],
  updatedAt: [sql`f.updated_at`, sql`f.updated_at desc`],
  version: [sql`f.live_version nulls first`, sql`f.live_version desc nulls last`],
} as const

function orderOf(sort: NonNullable<ListQuery['sort']>) {
  const isDown = sort.startsWith('-')
  const name = (isDown ? sort.slice(1) : sort) as keyof typeof orders // the contract has the same names
  return orders[name][isDown ? 1 : 0]
}

function conditionOf({ archived, search, type, published }: ListQuery['filters']) {
  const conditions = [archived ? sql`f.archived_at is not null` : sql`f.archived_at is null`]
  // Not LIKE, because % and _ are searched for literally.
  if (search) conditions.push(sql`strpos(lower(f.title || ' ' || f.description), lower(${search})) > 0`)
  if (type?.length) conditions.push(sql`f.type = any(${type}::text[])`)
  if (published !== undefined) conditions.push(published ? sql`f.live_version is not null` : sql`f.live_version is null`)
  return sql<boolean>`${sql.join(conditions, sql` and `)}`
}

export async function listForms(ctx: Context, { page, limit, sort = '-updatedAt', filters }: ListQuery) {
  const condition = conditionOf(filters)
  const total = ctx.tx
    .selectFrom('forms as f')
    .select((e) => e.fn.countAll<number>().as('count'))
    .where(condition)
    .executeTakeFirstOrThrow()
  // Only for the forms of the page, because comparing a draft with the live version reads both.
  const ofPage = ctx.tx
    .selectFrom('forms as f')
    .select('f.id')
    .where(condition)
    .orderBy(orderOf(sort))
    .orderBy('f.id')
    .limit(limit)
    .offset((page - 1) * limit)
  const rows = selectForms(ctx).where('f.id', 'in', ofPage).orderBy(orderOf(sort)).orderBy('f.id').execute()
  const [{ count }, found] = await Promise.all([total, rows])
  return { docs: found.map(toSummary), page, totalDocs: count }
}

/** A form that may be sent now: published and not archived. */
export type LiveForm = { id: string; title: string; version: number; type: string }
export type LiveFormWithTexts = LiveForm & { description: string; definition: FormDefinition }

const selectLive = ({ tx }: Context) =>
  tx
    .selectFrom('forms as f')
    .innerJoin('form_versions as v', (on) =>
      on.onRef('v.organisation_id', '=', 'f.organisation_id').onRef('v.form_id', '=', 'f.id').onRef('v.version', '=', 'f.live_version'),
    )
    .select(['f.id', 'f.type', 'v.title', 'v.version'])
    .where('f.archived_at', 'is', null)

/** The live version of a form, or undefined when it may not be sent. */
export async function findLiveForm(ctx: Context, id: string): Promise<LiveFormWithTexts | undefined> {
  const row = await selectLive(ctx).select(['v.description', 'v.definition']).where('f.id', '=', id).executeTakeFirst()
  return row && { ...row, definition: row.definition as FormDefinition } // published from a checked draft
}

/** Every form that may be sent, by name. */
export const listFormChoices = (ctx: Context): Promise<LiveForm[]> => selectLive(ctx).orderBy('v.title').orderBy('f.id').execute()
