import { sql } from 'kysely'

import type { Context } from '#server/platform/context.ts'

type Asked = { patientId: string; formId: string; pathwayId: string }
export type OpenRequest = Asked & { id: string; assigneeId: string | null; openedAt: string | null }

/**
 * The requests by which these patients are asked for the same form on the same pathway already and have not answered, whoever sent them
 * but this import itself. Held, none of them is opened, answered or closed until the transaction ends.
 */
export async function findOpenRequests(
  { tx, organisationId }: Context,
  wanted: readonly Asked[],
  { jobId, areHeld = false }: { jobId: string; areHeld?: boolean },
): Promise<Map<string, OpenRequest[]>> {
  if (wanted.length === 0) return new Map()
  const { rows } = await sql<OpenRequest>`
    select r.id, r.patient_id as "patientId", r.form_id as "formId", r.pathway_id as "pathwayId", r.assignee_id as "assigneeId",
      r.opened_at as "openedAt"
    from form_requests r
    join ${listOf(wanted)} on r.patient_id = n.patient_id and r.form_id = n.form_id and r.pathway_id = n.pathway_id
    where r.organisation_id = ${organisationId}::uuid and r.status in ('unopened', 'opened') and r.import_job_id is distinct from ${jobId}::uuid
    order by r.id
    ${areHeld ? sql`for update of r` : sql``}`.execute(tx)
  return Map.groupBy(new Map(rows.map((row) => [row.id, row])).values(), openKey) // a patient may be asked for twice
}

export const openKey = ({ patientId, formId, pathwayId }: Asked) => `${patientId} ${formId} ${pathwayId}`

/** Which of these were answered since. */
export async function findAnsweredSince({ tx, organisationId }: Context, wanted: readonly Asked[], since: string): Promise<Set<string>> {
  if (wanted.length === 0) return new Set()
  const { rows } = await sql<Asked>`
    select r.patient_id as "patientId", r.form_id as "formId", r.pathway_id as "pathwayId"
    from form_requests r
    join ${listOf(wanted)} on r.patient_id = n.patient_id and r.form_id = n.form_id and r.pathway_id = n.pathway_id
    where r.organisation_id = ${organisationId}::uuid and r.completed_at > ${since}::timestamptz`.execute(tx)
  return new Set(rows.map(openKey))
}

const listOf = (wanted: readonly Asked[]) =>
  sql`unnest(${wanted.map(({ patientId }) => patientId)}::uuid[], ${wanted.map(({ formId }) => formId)}::uuid[],
    ${wanted.map(({ pathwayId }) => pathwayId)}::text[]) as n(patient_id, form_id, pathway_id)`
