import { sql } from 'kysely'

import type { RevertOutcome } from '#domain/import-decisions.ts'
import type { Context } from '#server/platform/context.ts'

type SentRow = { rowNumber: number; requestId: string; patientId: string }

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
