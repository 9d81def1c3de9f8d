import { sql } from 'kysely'

import type { RequestStatus } from '#domain/request-status.ts'
import type { Context } from '#server/platform/context.ts'
import { ofThisOrganisation } from '#server/platform/name-organisation.sql.ts'

import { isLimited, theirWards } from './request-counts.sql.ts'

/** A number of form requests of one version that have come as far as each other. */
export type Progress = { version: number; status: RequestStatus; isOpened: boolean; isSubmitted: boolean; count: number }

export const sumProgress = (rows: Progress[]) => rows.reduce((sum, { count }) => sum + count, 0)

/** How far the form requests of a form have come, from the stored counts. For members who are limited to wards, those of their wards. */
export async function countProgress(ctx: Context, formId: string): Promise<Progress[]> {
  const id = formId.toLowerCase() // as it is stored
  const stored = (await isLimited(ctx))
    ? sql`narrowed_by = 'ward' and narrowed_to = any(${theirWards}) and grouped_by = 'progress' and starts_with(value, ${`${id} `})`
    : sql`narrowed_by = 'form' and narrowed_to = ${id} and grouped_by = 'progress'`
  const { rows } = await sql<Progress>`
    select split_part(value, ' ', 2)::integer as version, status, split_part(value, ' ', 3)::boolean as "isOpened",
      split_part(value, ' ', 4)::boolean as "isSubmitted", sum(count)::bigint as count
    from (
      select value, status, count from form_request_counts where ${ofThisOrganisation('form_request_counts')} and ${stored}
      union all
      select progress_of(form_id, form_version, is_opened, is_submitted), status, sum(count) from form_request_changes
      where ${ofThisOrganisation('form_request_changes')} and form_id = ${id}::uuid group by form_id, form_version, is_opened, is_submitted, status) counted
    group by 1, 2, 3, 4 having sum(count) <> 0`.execute(ctx.tx)
  return rows
}
