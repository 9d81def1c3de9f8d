import pg from 'pg'

import type { Filled } from '../harness/cluster.ts'

/** The columns of a form request on the first sheet, and of its answers on the others. */
const requests = `
  select r.id, r.status, r.is_urgent, r.form_version, v.title, r.specialty, r.pathway_id, r.location, r.event, r.notification_method, r.created_at,
    r.notified_at, r.opened_at, r.completed_at, r.closed_at, r.expires_at, p.nhs_number, p.local_patient_id, p.first_name, p.last_name,
    p.date_of_birth, p.sex, p.phone_number, p.email_address, p.line1, p.line2, p.town, p.county, p.postcode, m.first_name, m.last_name
  from form_requests r
  join patients p on p.organisation_id = r.organisation_id and p.id = r.patient_id
  join form_versions v on v.organisation_id = r.organisation_id and v.form_id = r.form_id and v.version = r.form_version
  left join members m on m.organisation_id = r.organisation_id and m.id = r.assignee_id`
const answers = `
  select r.id, p.nhs_number, p.first_name, p.last_name, s.submitted_at, s.answers
  from form_requests r
  join patients p on p.organisation_id = r.organisation_id and p.id = r.patient_id
  join submissions s on s.organisation_id = r.organisation_id and s.request_id = r.id`

/** Seconds that COPY takes for the same rows, as the owner of the tables, without row-level security and without a reader. */
export async function copyOut({ url, organisation }: Filled, since = '2000-01-01') {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  try {
    const which = `where r.organisation_id = '${organisation.id}' and r.created_at >= '${since}'::timestamp at time zone 'Europe/London'`
    const began = performance.now()
    for (const select of [requests, answers]) await client.query(`copy (${select} ${which} order by r.created_at, r.id) to '/dev/null'`)
    return (performance.now() - began) / 1_000
  } finally {
    await client.end()
  }
}
