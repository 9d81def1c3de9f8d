import { sql } from 'kysely'

import type { FormDefinition } from '#domain/form/definition.ts'
import type { Context } from '#server/platform/context.ts'

/** A form that may be sent now: published and not archived. */
export type LiveForm = { id: string; title: string; version: number }

const selectLive = ({ tx }: Context) =>
  tx
    .selectFrom('forms as f')
    .innerJoin('form_versions as v', (on) =>
      on.onRef('v.organisation_id', '=', 'f.organisation_id').onRef('v.form_id', '=', 'f.id').onRef('v.version', '=', 'f.live_version'),
    )
    .select(['f.id', 'v.title', 'v.version'])
    .where('f.archived_at', 'is', null)

/** The live version of a form, or undefined when it may not be sent. */
export async function findLiveForm(ctx: Context, id: string): Promise<(LiveForm & { definition: FormDefinition }) | undefined> {
  const row = await selectLive(ctx).select('v.definition').where('f.id', '=', id).executeTakeFirst()
  return row && { ...row, definition: row.definition as FormDefinition } // published from a checked draft
}

/** The forms that may be sent and go by one of these names, or have one of these ids; however they are cased or spaced. */
export async function findFormsByName(ctx: Context, namesOrIds: string[]): Promise<LiveForm[]> {
  const wanted = [...new Set(namesOrIds.map((name) => name.trim().replace(/\s+/g, ' ').toLowerCase()))]
  return selectLive(ctx)
    .where(
      sql<boolean>`(lower(regexp_replace(btrim(v.title), '\\s+', ' ', 'g')) = any(${wanted}::text[]) or f.id::text = any(${wanted}::text[]))`,
    )
    .orderBy('v.title')
    .execute()
}

/** Every form that may be sent, by name. */
export const listFormChoices = (ctx: Context): Promise<LiveForm[]> => selectLive(ctx).orderBy('v.title').orderBy('f.id').execute()
