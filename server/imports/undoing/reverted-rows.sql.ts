import { sql } from 'kysely'

import type { RevertOutcome } from '#domain/imports/outcomes.ts'
import type { Context } from '#server/platform/context.ts'

export type SentRow = { rowNumber: number; requestId: string; patientId: string }

/** The next rows that became form requests. */
export async function findSentRows({ tx }: Context, jobId: string, after: number, limit: number): Promise<SentRow[]> {
  const rows = await tx
    .selectFrom('import_rows')
    .select(['row_number', 'request_id', 'patient_id'])
    .where('job_id', '=', jobId)
    .where('row_number', '>', after)
    .where('request_id', 'is not', null)
    .orderBy('row_number')
    .limit(limit)
    .execute()
  return rows.map((row) => ({ rowNumber: row.row_number, requestId: row.request_id!, patientId: row.patient_id! })) // written together
}

/** A row that replaced open requests. */
export type ReplacingRow = { rowNumber: number; replacedIds: string[]; reverted: RevertOutcome | null }

/** The next rows that replaced open requests. */
export async function findReplacingRows({ tx }: Context, jobId: string, after: number, limit: number): Promise<ReplacingRow[]> {
  const rows = await tx
    .selectFrom('import_rows')
    .select(['row_number', 'replaced_ids', 'reverted'])
    .where('job_id', '=', jobId)
    .where('row_number', '>', after)
    .where('replaced_ids', 'is not', null)
    .orderBy('row_number')
    .limit(limit)
    .execute()
  return rows.map((row) => ({
    rowNumber: row.row_number,
    replacedIds: row.replaced_ids!, // the query leaves out null
    reverted: row.reverted as RevertOutcome | null, // a check constraint holds the same six
  }))
}

export type ReopenedRow = Pick<ReplacingRow, 'rowNumber'> & {
  /** For each of `replacedIds`: why it was not reopened, or '' if it was. */
  refusals: readonly string[]
}

export async function markReopened({ tx, organisationId }: Context, jobId: string, rows: readonly ReopenedRow[]) {
  await sql`
    update import_rows r set reopen_refusals = array(select jsonb_array_elements_text(n.refusals))
    from unnest(${rows.map(({ rowNumber }) => rowNumber)}::int[], ${rows.map(({ refusals }) => JSON.stringify(refusals))}::jsonb[]) as n(row_number, refusals)
    where r.organisation_id = ${organisationId}::uuid and r.job_id = ${jobId}::uuid and r.row_number = n.row_number`.execute(tx)
}

type RevertedRow = SentRow & { reverted: RevertOutcome }

export async function markReverted(
  { tx, organisationId }: Context,
  jobId: string,
  rows: readonly RevertedRow[],
  archivedPatients: readonly string[],
) {
  await sql`
    update import_rows r set reverted = n.reverted, is_patient_archived = r.patient_id = any(${archivedPatients}::uuid[])
    from unnest(${rows.map(({ rowNumber }) => rowNumber)}::int[], ${rows.map(({ reverted }) => reverted)}::text[]) as n(row_number, reverted)
    where r.organisation_id = ${organisationId}::uuid and r.job_id = ${jobId}::uuid and r.row_number = n.row_number`.execute(tx)
}
