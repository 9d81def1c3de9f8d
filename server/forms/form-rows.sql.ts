import { sql } from 'kysely'

import type { PepPlace } from '#contract/pep.ts'
import type { FormDefinition } from '#domain/form/definition.ts'
import { questionTypeNames, questionTypes } from '#domain/form/question-types.ts'
import { sentCountLimit } from '#domain/form/form.ts'
import type { ReminderRule } from '#domain/reminders.ts'
import type { Context } from '#server/platform/context.ts'
import { ofThisOrganisation } from '#server/platform/name-organisation.sql.ts'

/** The current row of the form. */
export type LockedForm = {
  id: string
  title: string
  description: string
  type: string
  draft: FormDefinition
  draftRevision: number
  editedById: string | null
  editedAt: string
  editorName: string | null
  liveVersion: number | null
  isArchived: boolean
}

/** Locks the row until the transaction ends. */
export async function lockForm({ tx }: Context, id: string): Promise<LockedForm | undefined> {
  const row = await tx
    .selectFrom('forms as f')
    .select(['f.id', 'f.title', 'f.description', 'f.type', 'f.draft', 'f.draft_revision', 'f.draft_edited_by', 'f.draft_edited_at'])
    .select(['f.live_version', 'f.archived_at', nameOf('f.draft_edited_by').as('editor_name')])
    .where('f.id', '=', id)
    .forUpdate('f')
    .executeTakeFirst()
  return (
    row && {
      id: row.id,
      title: row.title,
      description: row.description,
      type: row.type,
      draft: row.draft as FormDefinition, // checked by the contract before it was stored
      draftRevision: row.draft_revision,
      editedById: row.draft_edited_by,
      editedAt: row.draft_edited_at,
      editorName: row.editor_name,
      liveVersion: row.live_version,
      isArchived: row.archived_at !== null,
    }
  )
}

const unasked = questionTypeNames.filter((type) => questionTypes[type].comparison === 'nothing')

/** The number of questions. Pages to read and sections are not questions. */
export const questionCount = (definition: 'f.draft' | 'v.definition') => sql<number>`
  (select count(*) from jsonb_array_elements(${sql.ref(definition)} -> 'questions') q where q ->> 'type' <> all (${unasked}::text[]))`

/** The name of the member in a column of `f` or `v`. Null if there is none. */
export const nameOf = (column: 'f.draft_edited_by' | 'v.published_by') => sql<string | null>`
  (select m.first_name || ' ' || m.last_name from members m where ${ofThisOrganisation('m')} and m.id = ${sql.ref(column)})`

export type NewForm = { title: string; description: string; type: string; isSensitive: boolean; draft: FormDefinition }

export async function insertForm({ tx, actor }: Context, { title, description, type, isSensitive, draft }: NewForm) {
  const { id } = await tx
    .insertInto('forms')
    .values({ title, description, type, is_sensitive: isSensitive, draft: JSON.stringify(draft), draft_edited_by: actor.id })
    .returning('id')
    .executeTakeFirstOrThrow()
  return id
}

export type ConfirmedPlace = Pick<PepPlace, 'name' | 'kind'> & { address: string }

export type FormChange = {
  title?: string | undefined
  description?: string | undefined
  type?: string | undefined
  pepCode?: string | null | undefined
  /** Set with `pepCode`: what the PEP at `address` says about the code, or null. */
  pepPlace?: ConfirmedPlace | null | undefined
  isSensitive?: boolean | undefined
  reminders?: ReminderRule | null | undefined
  draft?: FormDefinition | undefined
}

/** Saves the changes. A changed draft becomes the next revision, with the name of its editor. */
export async function changeForm({ tx, actor }: Context, id: string, change: FormChange) {
  const { title, description, type, pepCode, pepPlace, isSensitive, reminders, draft } = change
  const isDraftChanged = [title, description, type, draft].some((one) => one !== undefined)
  await tx
    .updateTable('forms')
    .set((e) => ({
      ...(title !== undefined && { title }),
      ...(description !== undefined && { description }),
      ...(type !== undefined && { type }),
      ...(pepCode !== undefined && {
        pep_code: pepCode,
        pep_name: pepPlace?.name ?? null,
        pep_kind: pepPlace?.kind ?? null,
        pep_confirmed_at: pepPlace ? new Date().toISOString() : null,
        pep_confirmed_address: pepPlace?.address ?? null,
      }),
      ...(isSensitive !== undefined && { is_sensitive: isSensitive }),
      ...(reminders !== undefined && {
        first_reminder_days: reminders?.firstDays ?? null,
        second_reminder_days: reminders?.secondDays ?? null,
        last_reminder_days: reminders?.lastDays ?? null,
      }),
      ...(draft !== undefined && { draft: JSON.stringify(draft) }),
      ...(isDraftChanged && {
        draft_revision: e('draft_revision', '+', 1),
        draft_edited_by: actor.id,
        draft_edited_at: new Date().toISOString(),
      }),
    }))
    .where('id', '=', id)
    .execute()
}

export async function setArchived({ tx }: Context, id: string, isArchived: boolean) {
  await tx
    .updateTable('forms')
    .set({ archived_at: isArchived ? new Date().toISOString() : null })
    .where('id', '=', id)
    .execute()
}

/** Copies the draft to the next version of the form and makes it live. */
export async function insertVersion({ tx, actor }: Context, form: LockedForm, changeNotes: string) {
  const version = (form.liveVersion ?? 0) + 1
  await tx
    .insertInto('form_versions')
    .values({
      form_id: form.id,
      version,
      title: form.title,
      description: form.description,
      definition: JSON.stringify(form.draft),
      change_notes: changeNotes,
      published_by: actor.id,
    })
    .execute()
  await tx
    .updateTable('forms')
    .set({ live_version: version, draft: JSON.stringify(form.draft) })
    .where('id', '=', form.id)
    .execute()
  return version
}

export async function isEverSent({ tx }: Context, id: string) {
  const row = await tx.selectFrom('form_requests').select('id').where('form_id', '=', id).limit(1).executeTakeFirst()
  return row !== undefined
}

export async function isInSeries({ tx }: Context, id: string) {
  const row = await tx.selectFrom('series').select('id').where('form_id', '=', id).limit(1).executeTakeFirst()
  return row !== undefined
}

/** Deletes the form and its versions. The foreign key of a request keeps a version that was sent. */
export async function deleteForm({ tx }: Context, id: string) {
  await tx.deleteFrom('forms').where('id', '=', id).execute()
}

/** The number of requests of a form, up to a limit. */
export const requestCount = sql<number>`
  (select count(*) from (select 1 from form_requests r where r.organisation_id = f.organisation_id and r.form_id = f.id limit ${sql.lit(sentCountLimit)}) sent)`
