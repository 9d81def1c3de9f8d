import { sql } from 'kysely'

import type { NotificationMethod } from '#domain/notification.ts'
import type { Context } from '#server/platform/context.ts'

export type NewRequest = {
  id: string
  patientId: string
  method: NotificationMethod
  specialty: string
  pathwayId: string
  location: string
  event: string
  waitingSince: string | null
}
type Shared = { formId: string; formVersion: number; sendAt: string; expiresAt: string; importJobId?: string | undefined }

/** Inserts many requests in one statement. The patient's sort name and ward are copied, so that the worklist needs one index. */
export async function insertRequests(
  { tx, actor, organisationId }: Context,
  rows: NewRequest[],
  { formId, formVersion, sendAt, expiresAt, importJobId }: Shared,
) {
  const of = <K extends keyof NewRequest>(key: K) => rows.map((row) => row[key])
  await sql`
    insert into form_requests (organisation_id, id, patient_id, form_id, form_version, notification_method, specialty, pathway_id, location, event,
                               send_at, expires_at, patient_name_key, ward_id, import_job_id, created_by, waiting_since)
    select ${organisationId}::uuid, n.id, n.patient_id, ${formId}::uuid, ${formVersion}::int, n.method, n.specialty, n.pathway_id, n.location, n.event,
           ${sendAt}::timestamptz, ${expiresAt}::timestamptz, p.name_key, p.ward_id, ${importJobId ?? null}::uuid, ${actor.kind === 'member' ? actor.id : null}::uuid,
           n.waiting_since
    from unnest(${of('id')}::uuid[], ${of('patientId')}::uuid[], ${of('method')}::text[], ${of('specialty')}::text[], ${of('pathwayId')}::text[],
                ${of('location')}::text[], ${of('event')}::text[],
                ${of('waitingSince')}::date[]) as n(id, patient_id, method, specialty, pathway_id, location, event, waiting_since)
    join patients p on p.organisation_id = ${organisationId}::uuid and p.id = n.patient_id`.execute(tx)
}

export async function insertLinks({ tx, organisationId }: Context, links: { requestId: string; tokenHash: Buffer }[]) {
  await sql`
    insert into patient_links (organisation_id, request_id, token_hash)
    select ${organisationId}::uuid, n.id, n.hash
    from unnest(${links.map(({ requestId }) => requestId)}::uuid[], ${links.map(({ tokenHash }) => tokenHash)}::bytea[]) as n(id, hash)`.execute(
    tx,
  )
}
