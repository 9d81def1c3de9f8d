import pg from 'pg'

import { runInParallel } from '../filling/run-in-parallel.ts'

/** Organisations that are filled in one transaction: each one holds a lock for its audit log. */
const filledTogether = 500

/** Filled without triggers, because `rebuild_…()` counts them afterwards. Nothing is due: what is open was sent yesterday and has been read. */
const people = `
  insert into forms (organisation_id, id, title, live_version)
  select o.id, md5('form' || o.id)::uuid, 'Follow-up', 1 from organisations o where not is_system;
  insert into form_versions (organisation_id, form_id, version, title, definition)
  select organisation_id, id, 1, title, '{"questions": []}' from forms;
  insert into patients (organisation_id, id, first_name, last_name, name_key, date_of_birth, phone_number, preferred_method, created_at)
  select o.id, md5(o.id::text || n)::uuid, 'Test', 'Patient ' || n, 'patient ' || n || ' test', '1980-01-01', '+447700900001', 'sms', now() - interval '100 days'
  from organisations o, generate_series(1, 10) n where not is_system;
  insert into form_requests (organisation_id, id, patient_id, form_id, form_version, notification_method, patient_name_key, status, created_at,
    send_at, notified_at, opened_at, completed_at, closed_at, expires_at)
  select p.organisation_id, p.id, p.id, f.id, 1, 'sms', p.name_key, case n when 1 then 'unopened' when 2 then 'opened' when 3 then 'completed' else 'closed' end,
    sent, sent, sent, case when n > 1 then sent end, case when n > 2 then sent end, case when n > 3 then sent end, sent + interval '28 days'
  from patients p
  join forms f on f.organisation_id = p.organisation_id
  cross join lateral (select split_part(p.last_name, ' ', 2)::int as n) a
  cross join lateral (select now() - case when n < 3 then interval '1 day' else interval '30 days' end as sent) b;
  insert into notifications (organisation_id, id, request_id, form_id, category, method, status, channel, send_after, sent_at, accepted_at, delivered_at)
  select organisation_id, id, id, form_id, 'request_created', 'sms', 'delivered', 'govuk-notify', notified_at, notified_at, notified_at, notified_at
  from form_requests;`

/**
 * Fills an empty database with so many organisations, each with a form, ten patients, ten form requests with a message each, and ten events in its
 * audit log that nobody has signed. `url` is a superuser's.
 */
export async function fillSmallOrganisations(url: string, count: number) {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  try {
    await client.query('set synchronous_commit = off')
    await client.query(
      `insert into organisations (id, name, ods_code)
       select md5('organisation ' || n)::uuid, 'Small Organisation ' || n, 'SM' || n from generate_series(1, $1::int) n`,
      [count],
    )
    await client.query('set session_replication_role = replica')
    await client.query(people)
    await client.query('reset session_replication_role')
    for (let from = 0; from < count; from += filledTogether)
      await client.query(
        `insert into audit_events (organisation_id, event_type, actor_kind)
         select o.id, 'formRead', 'worker'
         from (select id from organisations where not is_system order by id offset $1 limit $2) o, generate_series(1, 10)`,
        [from, filledTogether],
      )
    const { rows } = await client.query<{ call: string }>(`
      select case prokind when 'p' then 'call ' else 'select ' end || oid::regprocedure as call
      from pg_proc where pronamespace = 'public'::regnamespace and proname like 'rebuild\\_%' and pronargs = 0 order by proname`)
    await runInParallel(
      url,
      rows.map(({ call }) => call),
    )
    await client.query('vacuum analyze')
  } finally {
    await client.end()
  }
}
