import type { ImportRowVerdict } from '#contract/imports.ts'
import type { CorrectedPart } from '#domain/import-job.ts'
import type { Tx } from '#server/platform/database.ts'

import { reopeningsOf } from './list-import-rows.sql.ts'

type Wanted = { jobId: string; part: CorrectedPart; after: number; limit: number }
export type CorrectedRow = Pick<ImportRowVerdict, 'rowNumber' | 'verdict' | 'cells' | 'problems' | 'outcome' | 'reverted' | 'reopenings'>

/** Some rows of a file in its order: all, those in error, those that became nothing, or those that could not be undone. */
export async function findRowsToCorrect(tx: Tx, { jobId, part, after, limit }: Wanted): Promise<CorrectedRow[]> {
  const rows = await tx
    .selectFrom('import_rows')
    .select(['row_number', 'verdict', 'cells', 'problems', 'outcome', 'reverted', 'replaced_ids', 'reopen_refusals'])
    .where('job_id', '=', jobId)
    .where('row_number', '>', after)
    .$if(part === 'error', (query) => query.where('verdict', '=', 'error'))
    .$if(part === 'not_sent', (query) => query.where('request_id', 'is', null))
    .$if(part === 'not_undone', (query) => query.where('reverted', 'in', ['opened', 'completed', 'ended', 'taken']))
    .orderBy('row_number')
    .limit(limit)
    .execute()
  // Check constraints hold the same words as the casts; the rest is written by insertImportRows.
  return rows.map((row) => ({
    rowNumber: row.row_number,
    verdict: row.verdict as CorrectedRow['verdict'],
    cells: row.cells as CorrectedRow['cells'],
    problems: row.problems as CorrectedRow['problems'],
    outcome: row.outcome as CorrectedRow['outcome'],
    reverted: row.reverted as CorrectedRow['reverted'],
    reopenings: reopeningsOf(row),
  }))
}
