import { sql } from 'kysely'

import type { OutgoingColumn, OutgoingValue } from '#server/documents/spreadsheet/write.ts'
import type { Context } from '#server/platform/context.ts'

/** A sheet with all its rows, as it is stored. */
export type MetricsSheet = { name: string; columns: OutgoingColumn[]; rows: OutgoingValue[][] }

/** The stored figures of a month that is over. */
export async function findMonthSheets({ tx, organisationId }: Context, month: string) {
  const row = await tx
    .selectFrom('report_months')
    .select('sheets')
    .where('organisation_id', '=', organisationId)
    .where('month', '=', `${month}-01`)
    .executeTakeFirst()
  return row?.sheets as MetricsSheet[] | undefined // written below
}

/** Stores the figures of a month. Nothing happens if another process has stored them first. */
export const insertMonthSheets = ({ tx, organisationId }: Context, month: string, sheets: MetricsSheet[]) =>
  sql`
    insert into report_months (organisation_id, month, sheets)
    values (${organisationId}::uuid, ${`${month}-01`}::date, ${JSON.stringify(sheets)}::jsonb)
    on conflict do nothing`.execute(tx)
