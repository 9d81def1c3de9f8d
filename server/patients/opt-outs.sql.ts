import { sql } from 'kysely'

import type { OptOutSource } from '#domain/contactability.ts'
import type { NotificationMethod } from '#domain/notification.ts'
import type { Context } from '#server/platform/context.ts'
import { ofThisOrganisation } from '#server/platform/name-organisation.sql.ts'

/** The stored opt-outs of a patient, by method. */
export type OptOuts = Partial<Record<NotificationMethod, { at: string; by: OptOutSource }>>

/** Adds the opt-out of a method. Returns the patients who had not opted out of it before, locked until the transaction ends. */
export async function addOptOut({ tx }: Context, patientIds: readonly string[], method: NotificationMethod, by: OptOutSource) {
  const optOut = JSON.stringify({ [method]: { at: new Date().toISOString(), by } })
  const { rows } = await sql<{ id: string }>`
    update patients p set opt_outs = p.opt_outs || ${optOut}::jsonb
    from (
      select f.id from patients f where ${ofThisOrganisation('f')} and f.id = any(${patientIds}::uuid[]) and not f.opt_outs ? ${method} order by f.id for update) found
    where ${ofThisOrganisation('p')} and p.id = found.id
    returning p.id`.execute(tx)
  return rows.map(({ id }) => id)
}

/**
 * The patients with this phone number, if a text message about a form was ever sent to one of them. After a merge, what was sent to a number belongs to
 * the kept record, which may have another number. So a merged record and a number that a merge replaced count as texted, and the records into which these
 * were merged are found with them.
 */
export async function findTextedPatients({ tx, organisationId }: Context, phoneNumber: string) {
  const { rows } = await sql<{ id: string; isTexted: boolean }>`
    with recursive numbered (id, merged_into_id, is_texted) as (
      select p.id, p.merged_into_id, p.merged_into_id is not null or exists (
        select from form_requests r join notifications n on n.organisation_id = r.organisation_id and n.request_id = r.id
        where r.organisation_id = p.organisation_id and r.patient_id = p.id and n.method = 'sms' and n.status not in ('queued', 'cancelled'))
      from patients p where p.organisation_id = ${organisationId}::uuid and p.phone_number = ${phoneNumber}
      union select p.id, p.merged_into_id, true
      from patient_merges g join patients p on p.organisation_id = g.organisation_id and p.id = g.kept_id
      where g.organisation_id = ${organisationId}::uuid and g.undone_at is null and g.fields -> 'phone_number' ->> 'before' = ${phoneNumber}
      union select p.id, p.merged_into_id, true
      from numbered join patients p on p.id = numbered.merged_into_id
      where p.organisation_id = ${organisationId}::uuid)
    select id, bool_or(is_texted) as "isTexted" from numbered group by id order by id`.execute(tx)
  return rows.some(({ isTexted }) => isTexted) ? rows.map(({ id }) => id) : []
}

/** The open form requests of these patients. */
export async function findOpenRequestsOf({ tx }: Context, patientIds: readonly string[]) {
  const rows = await tx
    .selectFrom('form_requests')
    .select('id')
    .where(sql<boolean>`patient_id = any(${patientIds}::uuid[])`)
    .where('status', 'in', ['unopened', 'opened'])
    .execute()
  return rows.map(({ id }) => id)
}

/** Those of these form requests that are open. */
export async function findOpenAmong({ tx, organisationId }: Context, requestIds: readonly string[]) {
  const rows = await tx
    .selectFrom('form_requests')
    .select('id')
    .where('organisation_id', '=', organisationId)
    .where(sql<boolean>`id = any(${[...requestIds]}::uuid[])`)
    .where('status', 'in', ['unopened', 'opened'])
    .execute()
  return rows.map(({ id }) => id)
}

/** The patient of a form request, and whether they opted out of emails. */
export async function findPatientOfRequest({ tx }: Context, requestId: string) {
  const row = await tx
    .selectFrom('form_requests as r')
    .innerJoin('patients as p', (on) => on.onRef('p.organisation_id', '=', 'r.organisation_id').onRef('p.id', '=', 'r.patient_id'))
    .select(['p.id', 'p.opted_out_methods', 'p.locale'])
    .where('r.id', '=', requestId)
    .executeTakeFirst()
  return row && { id: row.id, locale: row.locale, optedOutMethods: row.opted_out_methods as NotificationMethod[] } // a check constraint holds the same three
}
