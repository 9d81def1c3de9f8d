import { sql } from 'kysely'

import type { Context } from '#server/platform/context.ts'
import { openKey, type FormOnPathway } from '#server/requests/requests.ts'

/** Which of these were answered since. */
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
