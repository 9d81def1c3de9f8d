import { sql } from 'kysely'

import type { ImportVerdict } from '#domain/imports/outcomes.ts'
import type { Tallies } from '#server/imports/import-tallies.ts'
import { insertProblems } from '#server/imports/row-problems.sql.ts'
import type { Context } from '#server/platform/context.ts'
import { type FormOnPathway, openKey } from '#server/requests/requests.ts'

import type { CheckedRow } from './judge-rows.ts'

/** Writes a batch of checked rows and adds them to the counts of the job. */
export async function insertImportRows(ctx: Context, jobId: string, rows: readonly CheckedRow[], tallies: Tallies) {
  const { tx, organisationId } = ctx
  const count = (verdict: ImportVerdict) => rows.filter((row) => row.verdict === verdict).length
  // One JSON text, because in arrays PostgreSQL would escape and parse each value by itself.
  const written = rows.map(({ rowNumber, patientId, ...row }) => ({ ...row, row_number: rowNumber, patient_id: patientId }))
  await sql`
    insert into import_rows (organisation_id, job_id, row_number, verdict, cells, row, problems, words, patient_id)
    select ${organisationId}::uuid, ${jobId}::uuid, n.*
    from json_to_recordset(${JSON.stringify(written)}::json)
      as n(row_number int, verdict text, cells jsonb, row jsonb, problems jsonb, words text, patient_id uuid)`.execute(tx)
  await insertProblems(ctx, jobId, rows)
  await tx
    .updateTable('import_jobs')
    .set((e) => ({
      total_rows: e('total_rows', '+', rows.length),
      new_rows: e('new_rows', '+', count('new')),
      warning_rows: e('warning_rows', '+', count('warning')),
      error_rows: e('error_rows', '+', count('error')),
      tallies: JSON.stringify(tallies),
    }))
    .where('id', '=', jobId)
    .execute()
}

/** The requests that were answered since. */
export async function findAnsweredSince(
  { tx, organisationId }: Context,
  wanted: readonly FormOnPathway[],
  since: string,
): Promise<Set<string>> {
  if (wanted.length === 0) return new Set()
  const { rows } = await sql<FormOnPathway>`
    select r.patient_id as "patientId", r.form_id as "formId", r.pathway_id as "pathwayId"
    from form_requests r
    join unnest(${wanted.map(({ patientId }) => patientId)}::uuid[], ${wanted.map(({ formId }) => formId)}::uuid[],
      ${wanted.map(({ pathwayId }) => pathwayId)}::text[]) as n(patient_id, form_id, pathway_id)
      on r.patient_id = n.patient_id and r.form_id = n.form_id and r.pathway_id = n.pathway_id
    where r.organisation_id = ${organisationId}::uuid and r.completed_at > ${since}::timestamptz`.execute(tx)
  return new Set(rows.map(openKey))
}
