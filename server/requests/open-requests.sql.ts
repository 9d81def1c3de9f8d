import { sql } from 'kysely'

import type { RequestStatus } from '#domain/request-status.ts'
import type { Context } from '#server/platform/context.ts'

/** One patient, one form, one pathway. */
export type FormOnPathway = { patientId: string; formId: string; pathwayId: string }
export type OpenRequest = FormOnPathway & {
  id: string
  status: RequestStatus
  assigneeId: string | null
  openedAt: string | null
  createdAt: string
}

/**
 * Open requests that ask these patients for the same form on the same pathway. An import leaves out its own requests. With a lock, nobody
 * opens, answers or closes them until the transaction ends.
 */
export async function findOpenRequests(
  { tx, organisationId }: Context,
  wanted: readonly FormOnPathway[],
  { exceptImportJobId, areHeld = false }: { exceptImportJobId?: string; areHeld?: boolean } = {},
): Promise<Map<string, OpenRequest[]>> {
  if (wanted.length === 0) return new Map()
  const { rows } = await sql<OpenRequest>`
    select r.id, r.patient_id as "patientId", r.form_id as "formId", r.pathway_id as "pathwayId", r.status, r.assignee_id as "assigneeId",
      r.opened_at as "openedAt", r.created_at as "createdAt"
    from form_requests r
    join unnest(${wanted.map(({ patientId }) => patientId)}::uuid[], ${wanted.map(({ formId }) => formId)}::uuid[],
      ${wanted.map(({ pathwayId }) => pathwayId)}::text[]) as n(patient_id, form_id, pathway_id)
      on r.patient_id = n.patient_id and r.form_id = n.form_id and r.pathway_id = n.pathway_id
    where r.organisation_id = ${organisationId}::uuid and r.status in ('unopened', 'opened')
      ${exceptImportJobId === undefined ? sql`` : sql`and r.import_job_id is distinct from ${exceptImportJobId}::uuid`}
    order by r.id
    ${areHeld ? sql`for update of r` : sql``}`.execute(tx)
  return Map.groupBy(new Map(rows.map((row) => [row.id, row])).values(), openKey) // a patient may appear twice
}

export const openKey = ({ patientId, formId, pathwayId }: FormOnPathway) => `${patientId} ${formId} ${pathwayId}`
