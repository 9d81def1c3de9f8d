import { sql } from 'kysely'

import type { RowChoice } from '#domain/import-decisions.ts'
import type { NotificationMethod } from '#domain/notification.ts'
import type { RowProblem } from '#server/imports/import-tallies.ts'
import type { Context } from '#server/platform/context.ts'

/** The rows with these numbers that have a warning: there is nothing to decide about the others. */
export async function findDecidable({ tx }: Context, jobId: string, rowNumbers: readonly number[]) {
  const rows = await tx
    .selectFrom('import_rows')
    .select(['row_number', 'problems', 'choice', sql<NotificationMethod>`row ->> 'method'`.as('method')])
    .where('job_id', '=', jobId)
    .where(sql<boolean>`row_number = any(${rowNumbers}::int[])`)
    .where('verdict', '=', 'warning')
    .execute()
  return rows.map((row) => ({
    rowNumber: row.row_number,
    problems: row.problems as RowProblem[], // written by insertImportRows
    choice: row.choice as RowChoice | null, // a check constraint holds the same three
    method: row.method,
  }))
}

export const setRowChoices = ({ tx }: Context, jobId: string, rowNumbers: readonly number[], choice: RowChoice | null) =>
  tx
    .updateTable('import_rows')
    .set({ choice })
    .where('job_id', '=', jobId)
    .where(sql<boolean>`row_number = any(${rowNumbers}::int[])`)
    .execute()
