import { sql } from 'kysely'

import type { Context } from '#server/platform/context.ts'

import { problemKinds, type RowProblem } from './import-tallies.ts'

type Troubled = { rowNumber: number; problems: readonly RowProblem[] }

/** Rows are found by the kinds of their problems. */
export async function insertProblems({ tx, organisationId }: Context, jobId: string, rows: readonly Troubled[]) {
  const found = rows.flatMap(({ rowNumber, problems }) => problemKinds(problems).map((kind) => ({ rowNumber, kind })))
  if (found.length === 0) return
  await sql`
    insert into import_row_problems (organisation_id, job_id, kind, row_number)
    select ${organisationId}::uuid, ${jobId}::uuid, n.*
    from unnest(${found.map(({ kind }) => kind)}::text[], ${found.map(({ rowNumber }) => rowNumber)}::int[]) as n
    on conflict do nothing`.execute(tx)
}
